#include "checksum.h"

#include <string.h>

#if defined(__x86_64__)

#include <nmmintrin.h>

int platform_has_crc32c(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2") != 0;
}

__attribute__((target("sse4.2"))) uint32_t
platform_crc32c(uint32_t value, const uint8_t *bytes, size_t count) {
  uint64_t wide = value;
  for (; count >= sizeof wide; bytes += sizeof wide, count -= sizeof wide) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  value = (uint32_t)wide;
  for (; count > 0; bytes++, count--) value = _mm_crc32_u8(value, *bytes);
  return value;
}

#else

int platform_has_crc32c(void) { return 0; }

uint32_t platform_crc32c(uint32_t value, const uint8_t *bytes, size_t count) {
  (void)bytes, (void)count;
  return value;
}

#endif
