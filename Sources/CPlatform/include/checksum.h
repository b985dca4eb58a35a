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

/// Writes the SHA-256 of `count` bytes to `digest` (FIPS 180-4).
void platform_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);
