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

static const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t word, int count) { return word >> count | word << (32 - count); }

static void sha256_take(uint32_t state[8], const uint8_t *block) {
  uint32_t words[64];
  for (int i = 0; i < 16; i++)
    words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
               | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t x = words[i - 15], y = words[i - 2];
    words[i] = words[i - 16] + words[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3)
               + (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
  }
  uint32_t v[8];
  memcpy(v, state, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t sum1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
    uint32_t first = v[7] + sum1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha256_constants[i] + words[i];
    uint32_t sum0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
    uint32_t second = sum0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += first;
    v[0] = first + second;
  }
  for (int i = 0; i < 8; i++) state[i] += v[i];
}

struct platform_sha256 platform_sha256_begin(void) {
  return (struct platform_sha256){.words = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void platform_sha256_add(struct platform_sha256 *state, const uint8_t *bytes, size_t count) {
  size_t held = state->count % 64;
  state->count += count;
  if (held > 0) {
    size_t part = count < 64 - held ? count : 64 - held;
    if (part > 0) memcpy(state->rest + held, bytes, part);
    if (held + part < 64) return;
    sha256_take(state->words, state->rest);
    bytes += part;
    count -= part;
  }
  for (; count >= 64; bytes += 64, count -= 64) sha256_take(state->words, bytes);
  if (count > 0) memcpy(state->rest, bytes, count);
}

void platform_sha256_end(struct platform_sha256 *state, uint8_t digest[32]) {
  size_t held = state->count % 64, length = held < 56 ? 64 : 128;
  uint8_t last[128] = {0};
  memcpy(last, state->rest, held);
  last[held] = 0x80;
  for (int i = 0; i < 8; i++) last[length - 1 - i] = (uint8_t)(state->count * 8 >> 8 * i);
  for (size_t i = 0; i < length; i += 64) sha256_take(state->words, last + i);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state->words[i / 4] >> (24 - 8 * (i % 4)));
}
