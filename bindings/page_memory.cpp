// What a module of a page has in place of Emscripten's allocator and its way to stop, which would
// import three functions. Without memory an instance traps, and the page takes a new one.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "foundation/block_heap.hpp"

extern "C" {
extern std::uint8_t __heap_base;  // the linker's

// What abort() ends in.
void _Exit(int /*code*/) { __builtin_trap(); }
}

namespace ldp {
namespace {

// The memory behind the module's own data and stack.
struct LinearMemory {
  static constexpr std::uintptr_t kPage = 65'536;

  static std::uintptr_t begin() { return reinterpret_cast<std::uintptr_t>(&__heap_base); }

  static bool extend(std::uintptr_t end) {
    const std::uintptr_t pages = (end - 1) / kPage + 1;
    const std::uintptr_t present = __builtin_wasm_memory_size(0);
    return pages <= present ||
           __builtin_wasm_memory_grow(0, pages - present) != static_cast<std::size_t>(-1);
  }
};

constinit BlockHeap<LinearMemory> heap;

}  // namespace
}  // namespace ldp

// Not inlined: a page downloads every copy.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* const block = ldp::heap.allocate(size);
  if (block == nullptr) __builtin_trap();
  return block;
}
void* operator new[](std::size_t size) { return operator new(size); }

[[gnu::noinline]] void operator delete(void* block) noexcept { ldp::heap.release(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { operator delete(block); }
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete[](void* block, std::size_t /*size*/) noexcept { operator delete(block); }

static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ <= ldp::BlockHeap<ldp::LinearMemory>::kAlignment);
