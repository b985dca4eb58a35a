#pragma once

#include "files.h"
#include "terminal.h"
