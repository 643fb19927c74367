// The module of arms with every kind of report: for pages that import `ldp-bandits/noise`, and the
// file that a page may name.
#include "client/multi_armed_client.hpp"

namespace ldp::page {
using Client = MultiArmedClient;
}

#include "arm_device.hpp"
