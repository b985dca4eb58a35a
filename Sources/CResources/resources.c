#include "CResources.h"

#include <stdlib.h>

// `.ci/embed` writes this file.

// `#embed` is C23, and the package is built as the older C that all compilers default to.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char guide_backup[] = {
#embed "../../Resources/guide/backup.md"
};

static const unsigned char guide_calculate[] = {
#embed "../../Resources/guide/calculate.md"
};

static const unsigned char guide_duplicates[] = {
#embed "../../Resources/guide/duplicates.md"
};

static const unsigned char guide_favorites[] = {
#embed "../../Resources/guide/favorites.md"
};

static const unsigned char guide_files[] = {
#embed "../../Resources/guide/files.md"
};

static const unsigned char guide_find[] = {
#embed "../../Resources/guide/find.md"
};

static const unsigned char guide_first_steps[] = {
#embed "../../Resources/guide/first-steps.md"
};

static const unsigned char guide_format[] = {
#embed "../../Resources/guide/format.md"
};

static const unsigned char guide_forms[] = {
#embed "../../Resources/guide/forms.md"
};

static const unsigned char guide_lists[] = {
#embed "../../Resources/guide/lists.md"
};

static const unsigned char guide_screen_readers[] = {
#embed "../../Resources/guide/screen-readers.md"
};

static const unsigned char guide_settings[] = {
#embed "../../Resources/guide/settings.md"
};

static const unsigned char guide_shell[] = {
#embed "../../Resources/guide/shell.md"
};

static const unsigned char guide_sync[] = {
#embed "../../Resources/guide/sync.md"
};

static const unsigned char guide_tasks[] = {
#embed "../../Resources/guide/tasks.md"
};

static const unsigned char guide_undo[] = {
#embed "../../Resources/guide/undo.md"
};

static const unsigned char guide_values[] = {
#embed "../../Resources/guide/values.md"
};

static const unsigned char keymaps_emacs[] = {
#embed "../../Resources/keymaps/emacs.toml"
};

static const unsigned char samples_books_book[] = {
#embed "../../Resources/samples/books/Book.rec"
};

static const unsigned char samples_books_loan[] = {
#embed "../../Resources/samples/books/Loan.rec"
};

static const unsigned char samples_books_writer[] = {
#embed "../../Resources/samples/books/Writer.rec"
};

static const unsigned char samples_books_favorites[] = {
#embed "../../Resources/samples/books/favorites.rec"
};

static const unsigned char samples_books_model[] = {
#embed "../../Resources/samples/books/model.rec"
};

static const unsigned char samples_contacts_contact[] = {
#embed "../../Resources/samples/contacts/Contact.rec"
};

static const unsigned char samples_contacts_favorites[] = {
#embed "../../Resources/samples/contacts/favorites.rec"
};

static const unsigned char samples_contacts_model[] = {
#embed "../../Resources/samples/contacts/model.rec"
};

static const unsigned char samples_recipes_author[] = {
#embed "../../Resources/samples/recipes/Author.rec"
};

static const unsigned char samples_recipes_ingredient[] = {
#embed "../../Resources/samples/recipes/Ingredient.rec"
};

static const unsigned char samples_recipes_recipe[] = {
#embed "../../Resources/samples/recipes/Recipe.rec"
};

static const unsigned char samples_recipes_step[] = {
#embed "../../Resources/samples/recipes/Step.rec"
};

static const unsigned char samples_recipes_favorites[] = {
#embed "../../Resources/samples/recipes/favorites.rec"
};

static const unsigned char samples_recipes_model[] = {
#embed "../../Resources/samples/recipes/model.rec"
};

static const unsigned char samples_servers_server[] = {
#embed "../../Resources/samples/servers/Server.rec"
};

static const unsigned char samples_servers_service[] = {
#embed "../../Resources/samples/servers/Service.rec"
};

static const unsigned char samples_servers_site[] = {
#embed "../../Resources/samples/servers/Site.rec"
};

static const unsigned char samples_servers_favorites[] = {
#embed "../../Resources/samples/servers/favorites.rec"
};

static const unsigned char samples_servers_model[] = {
#embed "../../Resources/samples/servers/model.rec"
};

static const unsigned char samples_tasks_project[] = {
#embed "../../Resources/samples/tasks/Project.rec"
};

static const unsigned char samples_tasks_task[] = {
#embed "../../Resources/samples/tasks/Task.rec"
};

static const unsigned char samples_tasks_favorites[] = {
#embed "../../Resources/samples/tasks/favorites.rec"
};

static const unsigned char samples_tasks_model[] = {
#embed "../../Resources/samples/tasks/model.rec"
};

static const struct cairn_resource resources[] = {
    {"guide/backup.md", guide_backup, sizeof guide_backup},
    {"guide/calculate.md", guide_calculate, sizeof guide_calculate},
    {"guide/duplicates.md", guide_duplicates, sizeof guide_duplicates},
    {"guide/favorites.md", guide_favorites, sizeof guide_favorites},
    {"guide/files.md", guide_files, sizeof guide_files},
    {"guide/find.md", guide_find, sizeof guide_find},
    {"guide/first-steps.md", guide_first_steps, sizeof guide_first_steps},
    {"guide/format.md", guide_format, sizeof guide_format},
    {"guide/forms.md", guide_forms, sizeof guide_forms},
    {"guide/lists.md", guide_lists, sizeof guide_lists},
    {"guide/screen-readers.md", guide_screen_readers, sizeof guide_screen_readers},
    {"guide/settings.md", guide_settings, sizeof guide_settings},
    {"guide/shell.md", guide_shell, sizeof guide_shell},
    {"guide/sync.md", guide_sync, sizeof guide_sync},
    {"guide/tasks.md", guide_tasks, sizeof guide_tasks},
    {"guide/undo.md", guide_undo, sizeof guide_undo},
    {"guide/values.md", guide_values, sizeof guide_values},
    {"keymaps/emacs.toml", keymaps_emacs, sizeof keymaps_emacs},
    {"samples/books/Book.rec", samples_books_book, sizeof samples_books_book},
    {"samples/books/Loan.rec", samples_books_loan, sizeof samples_books_loan},
    {"samples/books/Writer.rec", samples_books_writer, sizeof samples_books_writer},
    {"samples/books/favorites.rec", samples_books_favorites, sizeof samples_books_favorites},
    {"samples/books/model.rec", samples_books_model, sizeof samples_books_model},
    {"samples/contacts/Contact.rec", samples_contacts_contact, sizeof samples_contacts_contact},
    {"samples/contacts/favorites.rec", samples_contacts_favorites, sizeof samples_contacts_favorites},
    {"samples/contacts/model.rec", samples_contacts_model, sizeof samples_contacts_model},
    {"samples/recipes/Author.rec", samples_recipes_author, sizeof samples_recipes_author},
    {"samples/recipes/Ingredient.rec", samples_recipes_ingredient, sizeof samples_recipes_ingredient},
    {"samples/recipes/Recipe.rec", samples_recipes_recipe, sizeof samples_recipes_recipe},
    {"samples/recipes/Step.rec", samples_recipes_step, sizeof samples_recipes_step},
    {"samples/recipes/favorites.rec", samples_recipes_favorites, sizeof samples_recipes_favorites},
    {"samples/recipes/model.rec", samples_recipes_model, sizeof samples_recipes_model},
    {"samples/servers/Server.rec", samples_servers_server, sizeof samples_servers_server},
    {"samples/servers/Service.rec", samples_servers_service, sizeof samples_servers_service},
    {"samples/servers/Site.rec", samples_servers_site, sizeof samples_servers_site},
    {"samples/servers/favorites.rec", samples_servers_favorites, sizeof samples_servers_favorites},
    {"samples/servers/model.rec", samples_servers_model, sizeof samples_servers_model},
    {"samples/tasks/Project.rec", samples_tasks_project, sizeof samples_tasks_project},
    {"samples/tasks/Task.rec", samples_tasks_task, sizeof samples_tasks_task},
    {"samples/tasks/favorites.rec", samples_tasks_favorites, sizeof samples_tasks_favorites},
    {"samples/tasks/model.rec", samples_tasks_model, sizeof samples_tasks_model},
};

const size_t cairn_resource_count = sizeof resources / sizeof *resources;

struct cairn_resource cairn_resource_at(size_t index) {
  if (index >= cairn_resource_count) abort();
  return resources[index];
}
