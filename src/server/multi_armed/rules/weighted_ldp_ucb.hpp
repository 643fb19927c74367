// Weighted LDP-UCB as a rule. Slates estimate their arms with it as well, so it is in arms/.
#pragma once

#include "server/arms/weighted_ldp_ucb.hpp"
