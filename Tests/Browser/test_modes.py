"""Text, result and recording belong to their mode, whatever plays, at any latency. Run by Scripts/test-browser."""

import json
import shutil
import time
import unittest

import studio as studios
from cases import MotionTest

# Saved texts are kept by the page, and requests take `LATENCY` milliseconds more.
SCRIPT = """
const get = fetch; window.fetch = async (...a) => { await new Promise((r) => setTimeout(r, LATENCY)); return get(...a); };
window.saved = []; let made; const make = URL.createObjectURL;
URL.createObjectURL = (blob) => { made = blob; return make(blob); };
HTMLAnchorElement.prototype.click = async function () { saved.push(await made.text()); };
"""
TEXT = "document.getElementById('text').textContent"
LABEL = "document.getElementById('label').textContent"
MODES = ("screen", "air")
REPLAYS = ("none", "playing", "finished", "dropped")


class ModeTests(MotionTest):
    def setUp(self):
        super().setUp()
        self.word = self.recording("HE")
        with open(self.word) as file:
            self.content = file.read()
        self.letter = shutil.copy(self.recording("L"), f"{self.studio.folder}/letter.csv")
        self.pushed = 0

    def page_at(self, latency):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=SCRIPT.replace("LATENCY", str(latency)))
        return self.open(page=page)

    def drop(self, page):
        page.evaluate(f"""(() => {{ const data = new DataTransfer();
            data.items.add(new File([{json.dumps(self.content)}], 'word.csv'));
            dispatchEvent(new DragEvent('drop', {{ dataTransfer: data }})); }})()""")

    def begin(self, page, mode, replay):
        """The mode, after a recording in the air that plays, has ended, or was dropped."""
        for line in MODES:
            self.studio.call("/api/text", {"action": "clear", "line": line})
        page.click(f"#mode-{mode if replay == 'dropped' else 'air'}")
        if replay == "dropped":
            count = page.evaluate("studio.state.session.recordings.length")
            self.drop(page)
            page.wait(f"studio.state.session.recordings.length > {count}", 30)
        elif replay != "none":
            self.drop(page)
            page.wait("studio.state.contents && studio.state.replay.playing", 30)
            page.set("#speed", "0.25" if replay == "playing" else "4")
            if replay == "finished":
                page.wait("studio.state.replay.position === 1", 30)
        page.click(f"#mode-{mode}")
        page.wait(f"{TEXT} === ''")

    def one(self, page, mode):
        """Writes an L."""
        if mode == "screen":
            (_, points), = studios.strokes("L", seed=2)
            self.write(page, points, y=0.05)
        else:
            self.pushed += 100
            self.push(self.letter, self.pushed)
        page.wait(f"{TEXT} === 'L' && !studio.state.changes.length && !studio.state.slots.length", 20)

    def position(self, page):
        return page.evaluate("[studio.state.replay.recording, studio.state.replay.position]")

    def journey(self, page, mode, replay):
        other = MODES[mode == "screen"]
        self.begin(page, mode, replay)
        # Nothing that plays disables what writes.
        self.one(page, mode)
        if mode == "screen":
            self.assertEqual(page.text("#label"), "L")
        self.assertEqual(page.evaluate("['undo', 'space', 'clear', 'copy'].filter((id) => document.getElementById(id).disabled)"), [])
        page.evaluate("saved.length = 0")
        page.set("#save", "text")
        page.wait("saved.length === 1")
        self.assertEqual(page.evaluate("saved"), ["L\n"])
        # The other mode has a text of its own, and this one is as it was left.
        recording, left = self.position(page)
        label = page.text("#label")
        if recording is not None and mode == "screen":
            # It waits.
            time.sleep(0.3)
            self.assertEqual(self.position(page), [recording, left])
        page.click(f"#mode-{other}")
        page.wait(f"{TEXT} === ''")
        time.sleep(0.3)
        page.click(f"#mode-{mode}")
        page.wait(f"{TEXT} === 'L'")
        if mode == "screen" or recording is None or replay == "finished":
            self.assertEqual(page.text("#label"), label)
        # A reload keeps text and mode, and the recording where it was.
        recording, left = self.position(page)
        page.open(f"{self.studio.origin}/{'#air' if mode == 'air' else ''}")
        page.call("Page.reload")
        page.wait(f"window.studio && studio.state.session && {TEXT} === 'L'", 20)
        self.assertEqual(page.evaluate("document.body.dataset.mode"), mode)
        if recording is not None:
            page.wait(f"studio.state.replay.recording === {recording}", 20)
            self.assertLess(abs(self.position(page)[1] - left), 0.1)
            self.assertFalse(page.evaluate("studio.state.replay.playing"))
        # Undo takes the letter back, and no other text.
        page.click("#undo")
        page.wait(f"{TEXT} === ''")
        page.wait("!studio.state.changes.length")
        self.clean(page)

    def matrix(self, latency):
        for mode in MODES:
            for replay in REPLAYS:
                with self.subTest(mode=mode, replay=replay, latency=latency):
                    page = self.page_at(latency)
                    page.set("#pause", "0.3")
                    self.journey(page, mode, replay)
                    page.close()

    def test_each_mode_keeps_its_own_at_once(self):
        self.matrix(0)

    def test_each_mode_keeps_its_own_at_600_ms(self):
        self.matrix(600)

    def test_a_recording_dropped_on_the_screen_waits(self):
        page = self.page_at(0)
        self.one(page, "screen")
        self.drop(page)
        button = "[...document.querySelectorAll('#notice button')].find((b) => b.textContent.includes('Air'))"
        page.wait(f"{button} !== undefined", 30)
        self.assertEqual(page.evaluate(f"[document.body.dataset.mode, {TEXT}, {LABEL}]"), ["screen", "L", "L"])
        page.evaluate(f"{button}.click()")
        page.set("#speed", "4")
        page.wait("document.getElementById('document').textContent === 'HE'", 20)
        self.assertEqual(page.evaluate(TEXT), "")
        page.click("#mode-screen")
        page.wait(f"{TEXT} === 'L' && {LABEL} === 'L'")
        self.clean(page)

    def test_a_restart_says_that_the_recording_is_gone(self):
        page = self.page_at(0)
        page.click("#mode-air")
        self.drop(page)
        page.wait("studio.state.replay.recording !== null", 30)
        self.studio.restart()
        # The new address, in another tab: the first one goes on by itself.
        self.open()
        page.wait("document.getElementById('notice').textContent.includes('word.csv is not open any more')", 30)
        self.assertIsNone(page.evaluate("studio.state.replay.recording"))
        page.evaluate("[...document.querySelectorAll('#notice button')].find((b) => b.textContent === 'Open it again').click()")
        page.wait("studio.state.replay.recording !== null && studio.state.contents", 30)
        page.wait("document.getElementById('notice').hidden")

    def test_a_recording_asks_before_another_leaves_for_it(self):
        page = self.page_at(0)
        page.click("#mode-air")
        # An answer of the studio, whose rule has a test of its own.
        page.evaluate("""(() => { const get = fetch; window.fetch = async (...a) => a[0] === '/api/recordings' && !a[1].headers['X-Replace']
            ? new Response(JSON.stringify({error: 'word.csv takes the place of walk.csv'}), {status: 409}) : get(...a); })()""")
        self.drop(page)
        page.wait("document.getElementById('notice').textContent.includes('word.csv takes the place of walk.csv')")
        self.assertEqual(page.evaluate("studio.state.session.recordings.length"), 0)
        page.evaluate("[...document.querySelectorAll('#notice button')].find((b) => b.textContent === 'Open it').click()")
        page.wait("studio.state.replay.recording !== null && document.getElementById('notice').hidden", 30)

    def test_a_comparison_within_a_gesture_says_when(self):
        page = self.page_at(0)
        page.click("#mode-air")
        self.drop(page)
        page.wait("studio.state.contents && studio.state.replay.playing", 30)
        first = page.evaluate("studio.state.contents.marks[0]")
        page.click("#play")
        page.set("#scrub", str(round((first["start"] + first["end"]) / 2, 3)))
        page.wait("studio.air.gesture === null")
        page.click("#compare")
        self.assertIn("when the gesture ends", page.text("#compared-measures"))
        page.set("#scrub", str(round(first["end"] + 0.01, 3)))
        page.wait("document.getElementById('compared-measures').textContent.includes('closes within')", 20)


if __name__ == "__main__":
    unittest.main()
