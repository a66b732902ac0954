#include "texts.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

struct text {
  const char *name;
  const char *bytes;
};

static const struct text texts[] = {
  // The words of the dictionary.
  {"Terms.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Terms.txt" suffix(, 0)
  }},
  {"Reports.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Reports.txt" suffix(, 0)
  }},
  {"Lists.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Lists.txt" suffix(, 0)
  }},
  {"Changes.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Changes.txt" suffix(, 0)
  }},
  {"Language.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Language.txt" suffix(, 0)
  }},
  {"Answers.txt", (const char[]){
#embed "../LabReport/Dictionary/Words/Answers.txt" suffix(, 0)
  }},

  // The schema of answers.
  {"answer.json", (const char[]){
#embed "../LabReport/Reports/Schema/answer.json" suffix(, 0)
  }},

  // The script and the style of pages: a file uses what stands in those before it.
  {"page.js", (const char[]){
#embed "../LabReport/HTML/Browser/words.js" suffix(, )
#embed "../LabReport/HTML/Browser/run.js" suffix(, )
#embed "../LabReport/HTML/Browser/view.js" suffix(, )
#embed "../LabReport/HTML/Browser/state.js" suffix(, )
#embed "../LabReport/HTML/Browser/shapes.js" suffix(, )
#embed "../LabReport/HTML/Browser/replay.js" suffix(, )
#embed "../LabReport/HTML/Browser/scene.js" suffix(, )
#embed "../LabReport/HTML/Browser/overview.js" suffix(, )
#embed "../LabReport/HTML/Browser/lanes.js" suffix(, )
#embed "../LabReport/HTML/Browser/moment.js" suffix(, )
#embed "../LabReport/HTML/Browser/marking.js" suffix(, )
#embed "../LabReport/HTML/Browser/player.js" suffix(, )
#embed "../LabReport/HTML/Browser/ribbon.js" suffix(, )
#embed "../LabReport/HTML/Browser/lessons.js" suffix(, )
#embed "../LabReport/HTML/Browser/saving.js" suffix(, )
#embed "../LabReport/HTML/Browser/controls.js" suffix(, 0)
  }},
  {"play.js", (const char[]){
#embed "../LabReport/HTML/Browser/lab.js" suffix(, )
#embed "../LabReport/HTML/Browser/handles.js" suffix(, )
#embed "../LabReport/HTML/Browser/editor.js" suffix(, )
#embed "../LabReport/HTML/Browser/borders.js" suffix(, )
#embed "../LabReport/HTML/Browser/causes.js" suffix(, )
#embed "../LabReport/HTML/Browser/play.js" suffix(, 0)
  }},
  {"worker.js", (const char[]){
#embed "../LabReport/HTML/Browser/worker.js" suffix(, 0)
  }},
  {"index.js", (const char[]){
#embed "../LabReport/HTML/Browser/index.js" suffix(, 0)
  }},
  {"page.css", (const char[]){
#embed "../LabReport/HTML/Browser/page.css" suffix(, )
#embed "../LabReport/HTML/Browser/tables.css" suffix(, )
#embed "../LabReport/HTML/Browser/controls.css" suffix(, )
#embed "../LabReport/HTML/Browser/media.css" suffix(, 0)
  }},
  {"play.css", (const char[]){
#embed "../LabReport/HTML/Browser/play.css" suffix(, 0)
  }},

  // The lessons of the tour.
  {"late-fire.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/late-fire.lab" suffix(, 0)
  }},
  {"display-link.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/display-link.lab" suffix(, 0)
  }},
  {"two-clocks.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/two-clocks.lab" suffix(, 0)
  }},
  {"scrolling.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/scrolling.lab" suffix(, 0)
  }},
  {"which-time.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/which-time.lab" suffix(, 0)
  }},
  {"too-much-work.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/too-much-work.lab" suffix(, 0)
  }},
  {"tolerance.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/tolerance.lab" suffix(, 0)
  }},
  {"how-much.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/how-much.lab" suffix(, 0)
  }},
  {"every-phase.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/every-phase.lab" suffix(, 0)
  }},
  {"this-machine.lab", (const char[]){
#embed "../LabReport/HTML/Lessons/this-machine.lab" suffix(, 0)
  }},

  // Scripts to begin with.
  {"mine.lab", (const char[]){
#embed "../runlooplab/Tour/Scripts/mine.lab" suffix(, 0)
  }},
  {"carousel.lab", (const char[]){
#embed "../runlooplab/Tour/Scripts/carousel.lab" suffix(, 0)
  }},
  {"list.lab", (const char[]){
#embed "../runlooplab/Tour/Scripts/list.lab" suffix(, 0)
  }},
  {"spinner.lab", (const char[]){
#embed "../runlooplab/Tour/Scripts/spinner.lab" suffix(, 0)
  }},
  {"game.lab", (const char[]){
#embed "../runlooplab/Tour/Scripts/game.lab" suffix(, 0)
  }},
};

const char *lab_text(const char *name) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(texts[i].name, name) == 0) return texts[i].bytes;
  }
  return NULL;
}
