#pragma once
#include <stddef.h>
extern const unsigned char cairn_hello[];
extern const size_t cairn_hello_size;
