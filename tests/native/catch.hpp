#pragma once
// Catch2 under one name: Debian 12 packages version 2 (one header), Ubuntu 24.04 and Homebrew
// version 3.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
