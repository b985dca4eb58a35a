#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CResources.h"
const unsigned char cairn_hello[] = {
#embed "../../Resources/hello.txt"
};
const size_t cairn_hello_size = sizeof cairn_hello;
