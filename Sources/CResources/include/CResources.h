#pragma once

#include <stddef.h>

// The samples of Resources/, embedded when this target compiles, so that the program is one file
// that finds them wherever it is copied to.

/// One embedded file.
struct cairn_resource {
  /// Where the file is in Resources/, in UTF-8 with `/` between the parts: "samples/books/Book.rec".
  const char *_Nonnull path;
  /// The file's content, which lives as long as the program. No zero byte follows the last one.
  const unsigned char *_Nonnull bytes;
  /// How many bytes there are, at least one.
  size_t size;
};

/// How many files are embedded.
extern const size_t cairn_resource_count;

/// Returns the embedded file at an index below `cairn_resource_count`; any other index ends the
/// program. The order is that of the paths, byte by byte. The cost is constant.
struct cairn_resource cairn_resource_at(size_t index);
