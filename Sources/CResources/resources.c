#include "CResources.h"

#include <stdlib.h>

// `#embed` is C23, and the package is built as the older C that all compilers default to.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char license[] = {
#embed "../../Resources/LICENSE"
};

static const unsigned char welcome[] = {
#embed "../../Resources/welcome.md"
};

// A file that is missing here is not in the program: a new one in Resources/ needs its array above
// and its line below, in the order of the paths.
static const struct cairn_resource resources[] = {
    {"LICENSE", license, sizeof license},
    {"welcome.md", welcome, sizeof welcome},
};

const size_t cairn_resource_count = sizeof resources / sizeof *resources;

struct cairn_resource cairn_resource_at(size_t index) {
  if (index >= cairn_resource_count) abort();
  return resources[index];
}
