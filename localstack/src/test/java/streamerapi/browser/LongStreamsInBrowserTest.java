package streamerapi.browser;

import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds an overlay that is open for a day: its queues are longer than a frame, its network fails for a night, and its
/// tips come without a pause.
class LongStreamsInBrowserTest {

    /// The parts of the page, with an API whose calls the test answers.
    private static final String PARTS = """
            const files = document.querySelector('script[type=module]').src.replace('main.js', '');
            const load = (name) => import(files + name);
            const wait = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));
            const until = async (seen) => { while (!seen()) { await wait(); } };
            const calls = [];
            """;

    /// Tips that were heard already are over as soon as they are claimed.
    private static final String HEARD =
            "try { localStorage.setItem('heard', '[\"one\",\"two\",\"late\"]'); } catch { /* not on this page */ }";

    private final Service service = Service.shared();

    @Test
    void ofALongQueueTheRestIsReadWhenItsHeadIsOverAndPlaysBeforeTipsThatCameLater() {
        try (Chromium obs = Chromium.ofObs().before(HEARD)) {
            open(obs);
            assertThat(run(obs, """
                    const tip = (id) => ({ order_id: id, name: id, message: null, tts_url: '/audio' });
                    const { Speech } = await load('speech.js');
                    const api = {
                      start: async (id) => { calls.push(`start ${id}`); return { tip: tip(id) }; },
                      post: async (path) => { calls.push(path); return {}; },
                    };
                    const alerts = { turn: (begin) => begin({ show: () => ({ lead: 0, isSpoken: false }), end() {} }) };
                    const scene = { isActive: true, whenChanged() {} };
                    const queue = (has_more, ...ids) => ({ items: ids.map(tip), is_paused: false, current_order_id: null, has_more });
                    const speech = new Speech(api, alerts, scene, { isWanted: false }, () => {}, () => calls.push('read'));
                    speech.begin('o_1');
                    speech.load(queue(true, 'one'));
                    speech.event({ type: 'tip.created', data: tip('late'), actor: null });
                    await until(() => calls.length === 3);
                    speech.event({ type: 'tip.created', data: tip('late'), actor: null });
                    speech.load(queue(false, 'two'));
                    speech.event({ type: 'tip.created', data: tip('late'), actor: null });
                    await until(() => calls.length === 7);
                    return calls.join();
                    """))
                    .isEqualTo("start one,/tts/one/finish,read,start two,/tts/two/finish,start late,/tts/late/finish");
        }
    }

    @Test
    void ofManyVideosTheRestIsReadWhenTheFirstAreOver() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Videos } = await load('videos.js');
                    const video = (id) => ({ order_id: id, platform: 'elsewhere', media_url: 'https://example.com/', video_duration: 60, media_start_time: 0 });
                    const api = { post: async (path) => { calls.push(path); return {}; } };
                    const queue = (has_more, ...ids) => ({ items: ids.map(video), is_paused: false, visible: true, playing: false, current_order_id: null, has_more });
                    const videos = new Videos(document.getElementById('media'), api, () => {}, null, () => calls.push('read'));
                    videos.begin('o_1');
                    videos.load(queue(true, 'one'));
                    videos.event({ type: 'media.created', data: video('late'), actor: null });
                    await until(() => calls.length === 1);
                    videos.event({ type: 'queue.media.finished', data: { media: video('one') }, actor: null });
                    await until(() => calls.length === 2);
                    videos.load(queue(false, 'two'));
                    videos.event({ type: 'media.created', data: video('late'), actor: null });
                    await until(() => calls.length === 3);
                    videos.event({ type: 'queue.media.finished', data: { media: video('two') }, actor: null });
                    await until(() => calls.length === 4);
                    return calls.join();
                    """)).isEqualTo("/media/one/start,read,/media/two/start,/media/late/start");
        }
    }

    @Test
    void aVideoThatEndedWhileTheServiceWasAwayIsNotShownAgain() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Videos } = await load('videos.js');
                    const item = { order_id: 'one', platform: 'youtube', media_url: 'https://www.youtube.com/watch?v=abc', video_duration: 60, media_start_time: 0 };
                    let back = () => {};
                    const away = new Promise((_, fail) => { back = () => fail({ code: 'not_playing' }); });
                    const answers = [{}, away, {}, {}];
                    const api = { post: async (path) => { calls.push(path); return answers.shift() ?? {}; } };
                    const queue = { items: [item], is_paused: false, visible: true, playing: false, current_order_id: null, has_more: false };
                    const box = document.getElementById('media');
                    const videos = new Videos(box, api, () => {});
                    videos.begin('o_1');
                    videos.load(queue);
                    await until(() => box.childElementCount === 1);
                    const port = new MessageChannel().port1;
                    Object.defineProperty(box.querySelector('iframe'), 'contentWindow', { value: port });
                    dispatchEvent(new MessageEvent('message', { origin: 'https://www.youtube-nocookie.com', source: port, data: JSON.stringify({ event: 'infoDelivery', info: { playerState: 0 } }) }));
                    await until(() => calls.length === 2);
                    videos.load(queue);
                    await wait();
                    back();
                    await until(() => calls.length === 4);
                    await wait(50);
                    return [...calls, box.childElementCount].join();
                    """))
                    .isEqualTo("/media/one/start,/media/one/finish,/media/one/start,/media/one/finish,0");
        }
    }

    @Test
    void whileTheServiceIsAwayOneRequestForTheTimerWaitsAndItsAnswerIsAsOldAsItIs() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const ticks = [];
                    window.setInterval = (task, milliseconds) => ticks.push([task, milliseconds]);
                    let now = 1_000;
                    performance.now = () => now;
                    let answer = () => {};
                    let asked = () => {};
                    const api = { get(path, began) { calls.push(path); asked = began ?? asked; asked(); return new Promise((done) => { answer = done; }); } };
                    const box = document.getElementById('timer');
                    const { StreamTimer } = await load('counts.js');
                    const timer = new StreamTimer(box, api);
                    timer.load();
                    await until(() => calls.length === 1);
                    const reads = ticks.filter(([, milliseconds]) => milliseconds > 1_000);
                    reads.forEach(([read]) => [1, 2, 3].forEach(() => read()));
                    const waiting = calls.length;
                    now += 3_600_000;
                    asked();
                    answer({ timer: { title: 'Marathon', state: 'running', left_seconds: 7_200 } });
                    await until(() => !box.hidden);
                    return [waiting, box.children[1].textContent].join();
                    """)).isEqualTo("1,2:00:00");
        }
    }

    @Test
    void tipsWithoutAPauseDoNotKeepAGoalFromBeingRead() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    let now = 0;
                    const timers = new Map();
                    window.setTimeout = (task, milliseconds) => { timers.set(timers.size + 1, [task, now + milliseconds]); return timers.size; };
                    window.clearTimeout = (id) => timers.has(id) && timers.set(id, [null, 0]);
                    performance.now = () => now;
                    const pass = (until) => {
                      now = until;
                      timers.forEach(([task, due], id) => task !== null && due <= now && (timers.set(id, [null, 0]), task()));
                    };
                    const { Goal } = await load('panels.js');
                    const api = { get(path) { calls.push(now); return new Promise(() => {}); } };
                    const goal = new Goal(document.getElementById('goal'), api);
                    for (let at = 0; at <= 25_000; at += 1_000) {
                      pass(at);
                      goal.event({ type: 'tip.created', data: { is_paid: true } });
                    }
                    pass(26_000);
                    pass(27_000);
                    return calls.join();
                    """)).isEqualTo("10000,20000,27000");
        }
    }

    @Test
    void anAnimationThatBeginsAgainLeavesNoAddressBehind() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const made = new Set();
                    const { createObjectURL, revokeObjectURL } = URL;
                    URL.createObjectURL = (bytes) => { const made_ = createObjectURL.call(URL, bytes); made.add(made_); return made_; };
                    URL.revokeObjectURL = (address) => { made.delete(address); revokeObjectURL.call(URL, address); };
                    const picture = new Blob([Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='), (byte) => byte.charCodeAt(0))], { type: 'image/png' });
                    window.fetch = async () => new Response(picture);
                    const { Files } = await load('files.js');
                    const loaded = new Files();
                    loaded.load([{ picture_file: 'a.png', sound_file: null }]);
                    await until(() => made.size === 1);
                    for (let alert = 0; alert < 50; alert++) {
                      loaded.picture('a.png', () => []);
                    }
                    return made.size;
                    """)).isEqualTo("1");
        }
    }

    private Chromium blank() {
        Chromium obs = Chromium.ofObs();
        obs.expect("youtube");
        open(obs);
        return obs;
    }

    private void open(Chromium obs) {
        obs.goToKeylessOverlay(service.stack().authUrl());
    }

    private static String run(Chromium obs, String script) {
        return String.valueOf(obs.evaluate("return (async () => {" + PARTS + script + "})()"));
    }
}
