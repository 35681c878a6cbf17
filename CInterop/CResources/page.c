#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char air_js[] = {
#embed "../../Sources/InertialStudio/Web/air.js"
};
static const unsigned char app_js[] = {
#embed "../../Sources/InertialStudio/Web/app.js"
};
static const unsigned char canvas_js[] = {
#embed "../../Sources/InertialStudio/Web/canvas.js"
};
static const unsigned char charts_js[] = {
#embed "../../Sources/InertialStudio/Web/charts.js"
};
static const unsigned char columns_js[] = {
#embed "../../Sources/InertialStudio/Web/columns.js"
};
static const unsigned char devices_js[] = {
#embed "../../Sources/InertialStudio/Web/devices.js"
};
static const unsigned char document_js[] = {
#embed "../../Sources/InertialStudio/Web/document.js"
};
static const unsigned char figures_js[] = {
#embed "../../Sources/InertialStudio/Web/figures.js"
};
static const unsigned char icon_svg[] = {
#embed "../../Sources/InertialStudio/Web/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../../Sources/InertialStudio/Web/index.html"
};
static const unsigned char ink_js[] = {
#embed "../../Sources/InertialStudio/Web/ink.js"
};
static const unsigned char letters_js[] = {
#embed "../../Sources/InertialStudio/Web/letters.js"
};
static const unsigned char level_js[] = {
#embed "../../Sources/InertialStudio/Web/level.js"
};
static const unsigned char messages_js[] = {
#embed "../../Sources/InertialStudio/Web/messages.js"
};
static const unsigned char phone_css[] = {
#embed "../../Sources/InertialStudio/Web/phone.css"
};
static const unsigned char phone_html[] = {
#embed "../../Sources/InertialStudio/Web/phone.html"
};
static const unsigned char phone_js[] = {
#embed "../../Sources/InertialStudio/Web/phone.js"
};
static const unsigned char phonemotion_js[] = {
#embed "../../Sources/InertialStudio/Web/phonemotion.js"
};
static const unsigned char qr_js[] = {
#embed "../../Sources/InertialStudio/Web/qr.js"
};
static const unsigned char replay_js[] = {
#embed "../../Sources/InertialStudio/Web/replay.js"
};
static const unsigned char result_js[] = {
#embed "../../Sources/InertialStudio/Web/result.js"
};
static const unsigned char ribbon_js[] = {
#embed "../../Sources/InertialStudio/Web/ribbon.js"
};
static const unsigned char rotation_js[] = {
#embed "../../Sources/InertialStudio/Web/rotation.js"
};
static const unsigned char server_js[] = {
#embed "../../Sources/InertialStudio/Web/server.js"
};
static const unsigned char store_js[] = {
#embed "../../Sources/InertialStudio/Web/store.js"
};
static const unsigned char studio_css[] = {
#embed "../../Sources/InertialStudio/Web/studio.css"
};
static const unsigned char teach_js[] = {
#embed "../../Sources/InertialStudio/Web/teach.js"
};
static const unsigned char text_js[] = {
#embed "../../Sources/InertialStudio/Web/text.js"
};
static const unsigned char words_js[] = {
#embed "../../Sources/InertialStudio/Web/words.js"
};
static const unsigned char writing_js[] = {
#embed "../../Sources/InertialStudio/Web/writing.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const inertial_resource files[] = {
    FILE("air.js", air_js),
    FILE("app.js", app_js),
    FILE("canvas.js", canvas_js),
    FILE("charts.js", charts_js),
    FILE("columns.js", columns_js),
    FILE("devices.js", devices_js),
    FILE("document.js", document_js),
    FILE("figures.js", figures_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("ink.js", ink_js),
    FILE("letters.js", letters_js),
    FILE("level.js", level_js),
    FILE("messages.js", messages_js),
    FILE("phone.css", phone_css),
    FILE("phone.html", phone_html),
    FILE("phone.js", phone_js),
    FILE("phonemotion.js", phonemotion_js),
    FILE("qr.js", qr_js),
    FILE("replay.js", replay_js),
    FILE("result.js", result_js),
    FILE("ribbon.js", ribbon_js),
    FILE("rotation.js", rotation_js),
    FILE("server.js", server_js),
    FILE("store.js", store_js),
    FILE("studio.css", studio_css),
    FILE("teach.js", teach_js),
    FILE("text.js", text_js),
    FILE("words.js", words_js),
    FILE("writing.js", writing_js),
};

const inertial_resource *inertial_page_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
