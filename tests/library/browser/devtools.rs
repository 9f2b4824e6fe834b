//! A browser without a window, driven by the DevTools protocol over a pipe: messages of JSON that end in a zero byte.
//!
//! <https://chromedevtools.github.io/devtools-protocol/>

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The silence after which the browser is held to be dead.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where the browser is, if it is installed.
pub(crate) fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| which::which(name).ok())
}

/// Browsers that no test uses. To start one, or to open another page in it, takes longer than most tests.
static IDLE: Mutex<Vec<Pipe>> = Mutex::new(Vec::new());

/// The pipe to a process of the browser, which ends when this is closed, and its only page.
struct Pipe {
    requests: ChildStdin,
    replies: Receiver<Value>,
    number: u64,
}

/// A running browser with one page in it.
pub(crate) struct Browser {
    /// Always there but while this is dropped.
    pipe: Option<Pipe>,
    session: Option<String>,
    /// Messages that the page should not have printed: errors, warnings, exceptions.
    pub(crate) complaints: Vec<String>,
    /// Every address that was asked for.
    pub(crate) addresses: Vec<String>,
}

/// The size, the colours and the motion of the window.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) phone: bool,
    pub(crate) dark: bool,
    pub(crate) motion: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { width: 900, height: 700, phone: false, dark: false, motion: true }
    }
}

impl Pipe {
    fn start(program: &Path) -> Self {
        let profile = TempDir::new().unwrap().keep();
        // The pipe's ends are the descriptors 3 and 4; a shell puts the child's standard ones there, and cleans up.
        let mut process = Command::new("sh")
            .args([
                "-c",
                r#"profile=$1; shift; "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec rm -rf "$profile""#,
            ])
            .args([Path::new("sh"), &profile, program])
            .args(["--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--no-first-run", "--disable-extensions"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--force-color-profile=srgb", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let requests = process.stdin.take().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let (send, replies) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|length| 0 < length) {
                let Ok(value) = serde_json::from_slice(message.strip_suffix(&[0]).unwrap_or(&message)) else {
                    break;
                };
                if send.send(value).is_err() {
                    break;
                }
                message.clear();
            }
            process.wait().ok();
        });
        Self { requests, replies, number: 0 }
    }
}

impl Browser {
    /// A browser with an empty page.
    pub(crate) fn start(program: &Path, view: View) -> Self {
        let idle = IDLE.lock().unwrap().pop();
        let mut browser = Self {
            pipe: Some(idle.unwrap_or_else(|| Pipe::start(program))),
            session: None,
            complaints: Vec::new(),
            addresses: Vec::new(),
        };
        let page = loop {
            let all = browser.call("Target.getTargets", json!({}))["targetInfos"].take();
            let page = all.as_array().unwrap().iter().find(|target| target["type"] == "page");
            if let Some(page) = page {
                break page["targetId"].clone();
            }
        };
        let session = browser.call("Target.attachToTarget", json!({ "targetId": page, "flatten": true }));
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.look(view);
        browser
    }

    /// From now on the page is looked at like this.
    pub(crate) fn look(&mut self, view: View) {
        let View { width, height, phone, dark, motion } = view;
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone }),
        );
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone }));
        let (scheme, reduced) =
            (if dark { "dark" } else { "light" }, if motion { "no-preference" } else { "reduce" });
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": reduced },
            ] }),
        );
    }

    /// Opens a file, with this after its name, and waits until it is loaded.
    pub(crate) fn open(&mut self, file: &Path, hash: &str) {
        // Another address with the same file would not be loaded again.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.wait("Page.loadEventFired");
        self.addresses.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}{hash}", file.display()) }));
        self.wait("Page.loadEventFired");
    }

    /// The value of an expression of the page; promises are waited for.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let result = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true }),
        );
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// The text that an expression of the page has.
    pub(crate) fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("no text: {expression}")).to_owned()
    }

    /// Waits until nothing moves any more.
    pub(crate) fn settle(&mut self) {
        self.value(
            "Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => true)",
        );
    }

    /// Presses a key and lets it go.
    pub(crate) fn press(&mut self, key: &str) {
        let (code, number) = match key {
            " " => ("Space", 32),
            "End" => (key, 35),
            "Home" => (key, 36),
            "ArrowLeft" => (key, 37),
            "ArrowUp" => (key, 38),
            "ArrowRight" => (key, 39),
            "ArrowDown" => (key, 40),
            "Backspace" => (key, 8),
            letter if letter.len() == 1 => (key, u32::from(letter.as_bytes()[0].to_ascii_uppercase())),
            other => panic!("what number has the key {other}?"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number });
            if kind == "keyDown" && key.len() == 1 {
                event["text"] = json!(key);
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Clicks, or taps, the middle of the first element that fits the selector.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const each = document.querySelector({selector:?}); each.scrollIntoView({{ block: 'nearest' }}); \
             const box = each.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2] }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            self.call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 }),
            );
        }
    }

    /// Drags from one place of the page to others with the mouse.
    pub(crate) fn drag(&mut self, places: &[[f64; 2]]) {
        let last = places.len() - 1;
        let mut event = |kind: &str, [x, y]: [f64; 2]| {
            let buttons = u8::from(kind != "mouseReleased");
            let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        };
        event("mousePressed", places[0]);
        places.iter().for_each(|place| event("mouseMoved", *place));
        event("mouseReleased", places[last]);
    }

    /// Drags with a finger.
    pub(crate) fn swipe(&mut self, places: &[[f64; 2]]) {
        let mut event = |kind: &str, points: serde_json::Value| {
            self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        };
        let point = |[x, y]: [f64; 2]| json!([{ "x": x, "y": y }]);
        event("touchStart", point(places[0]));
        places.iter().for_each(|place| event("touchMove", point(*place)));
        event("touchEnd", json!([]));
    }

    /// A picture of what is to be seen, as PNG.
    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        STANDARD.decode(picture["data"].as_str().unwrap()).unwrap()
    }

    /// A request, and the result of its reply.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        let number = self.send(method, params);
        loop {
            let mut message = self.next(method);
            if message["id"] == number {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].take();
            }
        }
    }

    /// Sends a request; its number is that of its reply.
    fn send(&mut self, method: &str, params: Value) -> u64 {
        let pipe = self.pipe.as_mut().unwrap();
        pipe.number += 1;
        let mut request = json!({ "id": pipe.number, "method": method, "params": params });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        pipe.requests.write_all(format!("{request}\0").as_bytes()).unwrap();
        pipe.number
    }

    fn wait(&mut self, event: &str) {
        while self.next(event)["method"] != event {}
    }

    /// The next message, whatever it is; complaints and addresses are kept.
    fn next(&mut self, wanted: &str) -> Value {
        let replies = &self.pipe.as_ref().unwrap().replies;
        let message = replies
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|error| panic!("the browser says nothing to {wanted}: {error}"));
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => self.complaints.push(params.to_string()),
            Some("Runtime.consoleAPICalled") => self.complaints.push(params["args"].to_string()),
            Some("Page.javascriptDialogOpening") => {
                self.complaints.push(params.to_string());
                // Until it is closed, the page answers nothing.
                self.send("Page.handleJavaScriptDialog", json!({ "accept": true }));
            }
            Some("Network.requestWillBeSent") => {
                self.addresses.push(params["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !thread::panicking() {
            // The next test finds nothing of this one.
            self.call("Storage.clearDataForOrigin", json!({ "origin": "file://", "storageTypes": "all" }));
            let session = self.session.take();
            self.call("Target.detachFromTarget", json!({ "sessionId": session }));
            IDLE.lock().unwrap().extend(self.pipe.take());
        }
    }
}
