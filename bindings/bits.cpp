// The module of arms whose reports are a bit, as those of most algorithms are: two thirds of
// `client` in a page.
#include "client/multi_armed_client.hpp"

namespace ldp::page {
using Client = BitClient;
}

#include "arm_device.hpp"
