#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char evaluation_css[] = {
#embed "../../Sources/MotionReports/Web/evaluation.css"
};
static const unsigned char plot_js[] = {
#embed "../../Sources/MotionReports/Web/plot.js"
};
static const unsigned char recognition_css[] = {
#embed "../../Sources/MotionReports/Web/recognition.css"
};
static const unsigned char report_css[] = {
#embed "../../Sources/MotionReports/Web/report.css"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const inertial_resource files[] = {
    FILE("evaluation.css", evaluation_css),
    FILE("plot.js", plot_js),
    FILE("recognition.css", recognition_css),
    FILE("report.css", report_css),
};

const inertial_resource *inertial_report_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
