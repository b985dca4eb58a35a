#include "CResources.h"

#include <stdlib.h>

// `#embed` is C23, and the package is built as the older C that all compilers default to.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char keymaps_emacs[] = {
#embed "../../Resources/keymaps/emacs.toml"
};

static const unsigned char books_book[] = {
#embed "../../Resources/samples/books/Book.rec"
};

static const unsigned char books_writer[] = {
#embed "../../Resources/samples/books/Writer.rec"
};

static const unsigned char books_model[] = {
#embed "../../Resources/samples/books/model.rec"
};

static const unsigned char contacts_contact[] = {
#embed "../../Resources/samples/contacts/Contact.rec"
};

static const unsigned char contacts_model[] = {
#embed "../../Resources/samples/contacts/model.rec"
};

static const unsigned char recipes_author[] = {
#embed "../../Resources/samples/recipes/Author.rec"
};

static const unsigned char recipes_ingredient[] = {
#embed "../../Resources/samples/recipes/Ingredient.rec"
};

static const unsigned char recipes_recipe[] = {
#embed "../../Resources/samples/recipes/Recipe.rec"
};

static const unsigned char recipes_step[] = {
#embed "../../Resources/samples/recipes/Step.rec"
};

static const unsigned char recipes_model[] = {
#embed "../../Resources/samples/recipes/model.rec"
};

static const unsigned char servers_server[] = {
#embed "../../Resources/samples/servers/Server.rec"
};

static const unsigned char servers_service[] = {
#embed "../../Resources/samples/servers/Service.rec"
};

static const unsigned char servers_site[] = {
#embed "../../Resources/samples/servers/Site.rec"
};

static const unsigned char servers_model[] = {
#embed "../../Resources/samples/servers/model.rec"
};

// A file that is missing here is not in the program: a new one in Resources/ needs its array above and its
// line below, in the order of the paths.
static const struct cairn_resource resources[] = {
    {"keymaps/emacs.toml", keymaps_emacs, sizeof keymaps_emacs},
    {"samples/books/Book.rec", books_book, sizeof books_book},
    {"samples/books/Writer.rec", books_writer, sizeof books_writer},
    {"samples/books/model.rec", books_model, sizeof books_model},
    {"samples/contacts/Contact.rec", contacts_contact, sizeof contacts_contact},
    {"samples/contacts/model.rec", contacts_model, sizeof contacts_model},
    {"samples/recipes/Author.rec", recipes_author, sizeof recipes_author},
    {"samples/recipes/Ingredient.rec", recipes_ingredient, sizeof recipes_ingredient},
    {"samples/recipes/Recipe.rec", recipes_recipe, sizeof recipes_recipe},
    {"samples/recipes/Step.rec", recipes_step, sizeof recipes_step},
    {"samples/recipes/model.rec", recipes_model, sizeof recipes_model},
    {"samples/servers/Server.rec", servers_server, sizeof servers_server},
    {"samples/servers/Service.rec", servers_service, sizeof servers_service},
    {"samples/servers/Site.rec", servers_site, sizeof servers_site},
    {"samples/servers/model.rec", servers_model, sizeof servers_model},
};

const size_t cairn_resource_count = sizeof resources / sizeof *resources;

struct cairn_resource cairn_resource_at(size_t index) {
  if (index >= cairn_resource_count) abort();
  return resources[index];
}
