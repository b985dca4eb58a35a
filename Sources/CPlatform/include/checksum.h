#pragma once

#include <stddef.h>
#include <stdint.h>

/// Whether the processor has an instruction for the checksum CRC-32C.
int platform_has_crc32c(void);

/// Continues the checksum `value` over `count` bytes, with the processor's instruction.
///
/// Only for a processor that has it. The checksum is neither inverted before nor after.
///
/// Here because Swift has no way to name the instruction.
uint32_t platform_crc32c(uint32_t value, const uint8_t *bytes, size_t count);

/// The state of a SHA-256 (FIPS 180-4) over bytes that come in parts.
struct platform_sha256 {
  uint32_t words[8];
  /// The bytes after the last whole block.
  uint8_t rest[64];
  /// The number of bytes so far.
  uint64_t count;
};

/// Begins a SHA-256 of no bytes.
struct platform_sha256 platform_sha256_begin(void);

/// Continues a SHA-256 over `count` bytes.
void platform_sha256_add(struct platform_sha256 *state, const uint8_t *bytes, size_t count);

/// Ends a SHA-256, and writes it to `digest`.
void platform_sha256_end(struct platform_sha256 *state, uint8_t digest[32]);
