package streamerapi.browser;

import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds an overlay's videos: they play while the queue does, whatever the page has missed.
class VideosInBrowserTest {

    /// The widget with one video, which is claimed when the test says so, and what its player is told.
    private static final String BOX = """
            const files = document.querySelector('script[type=module]').src.replace('main.js', '');
            const { Videos } = await import(files + 'videos.js');
            const box = document.getElementById('media');
            const item = { order_id: 'media_1', platform: 'youtube', media_url: 'https://www.youtube.com/watch?v=abc', video_duration: 60, media_start_time: 0 };
            const calls = [];
            let claim = () => {};
            const api = { post(path) { calls.push(path); return new Promise((done) => { claim = () => done({ media: item }); }); } };
            const scene = {
              isActive: true,
              whenChanged(told) { this.told = told; },
              set(isActive) { this.isActive = isActive; this.told(isActive); },
            };
            const videos = new Videos(box, api, () => {}, scene);
            const queue = (is_paused, playing) => ({ items: [item], is_paused, visible: true, current_order_id: playing ? item.order_id : null, playing });
            const until = async (seen) => { while (!seen()) { await new Promise((done) => setTimeout(done)); } };
            const started = (count) => until(() => calls.length === count);
            const frame = () => until(() => box.childElementCount === 1);
            const event = (type, data = {}) => videos.event({ type: `queue.media.${type}`, data, actor: null });
            const told = [];
            const port = new MessageChannel().port1;
            port.postMessage = (text) => told.push(JSON.parse(text).func ?? JSON.parse(text).event);
            const says = (message) => dispatchEvent(new MessageEvent('message', { origin: 'https://www.youtube-nocookie.com', source: port, data: JSON.stringify(message) }));
            const plays = async () => {
              videos.begin('ov_1');
              videos.load(queue(false, false));
              await started(1);
              claim();
              await frame();
              Object.defineProperty(box.querySelector('iframe'), 'contentWindow', { value: port });
            };
            """;

    private final Service service = Service.shared();

    @Test
    void aPauseAndAResumeThatThePageMissedAreFollowedWhenTheQueueIsReadAgain() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    await plays();
                    videos.unsettle();
                    videos.load(queue(true, true));
                    videos.unsettle();
                    videos.load(queue(false, true));
                    return told.join();
                    """)).isEqualTo("pauseVideo,playVideo");
        }
    }

    @Test
    void aPlayerThatLoadsWhileTheQueueIsPausedIsStoppedAsSoonAsItPlays() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    await plays();
                    event('paused');
                    says({ event: 'infoDelivery', info: { playerState: 1 } });
                    event('resumed');
                    says({ event: 'infoDelivery', info: { playerState: 1 } });
                    return told.join();
                    """)).isEqualTo("pauseVideo,pauseVideo,playVideo");
        }
    }

    @Test
    void aVideoThatIsClaimedWhileTheQueueIsPausedIsLetGo() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    videos.begin('ov_1');
                    videos.load(queue(false, false));
                    await started(1);
                    event('paused');
                    claim();
                    await started(2);
                    claim();
                    event('resumed');
                    await started(3);
                    const before = box.childElementCount;
                    claim();
                    await frame();
                    event('released', { order_id: 'media_1' });
                    const again = box.childElementCount;
                    event('released', { order_id: 'media_1' });
                    return [...calls, before, again, box.childElementCount].join();
                    """))
                    .isEqualTo(
                            "/media/media_1/start,/media/media_1/release,/media/media_1/start,/media/media_1/start,0,1,0");
        }
    }

    @Test
    void aVideoThatLeavesTheStreamGoesOnFromThereWhenItComesBack() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    await plays();
                    says({ event: 'infoDelivery', info: { playerState: 1, currentTime: 42.9 } });
                    scene.set(false);
                    await started(2);
                    claim();
                    event('released', { order_id: 'media_1' });
                    const off = box.childElementCount;
                    scene.set(true);
                    await started(3);
                    claim();
                    await frame();
                    const { searchParams } = new URL(box.querySelector('iframe').src);
                    return [...calls, off, searchParams.get('start')].join();
                    """))
                    .isEqualTo("/media/media_1/start,/media/media_1/release,/media/media_1/start,0,42");
        }
    }

    @Test
    void offTheStreamNoVideoBegins() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    scene.isActive = false;
                    videos.begin('ov_1');
                    videos.load(queue(false, false));
                    const { held, pending } = await navigator.locks.query();
                    const off = calls.length + held.length + pending.length;
                    scene.set(true);
                    await started(1);
                    scene.set(false);
                    claim();
                    await started(2);
                    return [off, ...calls, box.childElementCount].join();
                    """)).isEqualTo("0,/media/media_1/start,/media/media_1/release,0");
        }
    }

    @Test
    void aVideoOfAPageThatWasClosedIsPlayedByTheNextOneOfThisBrowser() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    let close = null;
                    navigator.locks.request('videos-ov_1', () => new Promise((done) => { close = done; }));
                    await until(() => close !== null);
                    api.get = async () => ({ media: item });
                    videos.begin('ov_1');
                    videos.load(queue(false, false));
                    localStorage.setItem('claimed-video', 'media_1');
                    event('started', { order_id: 'media_1' });
                    const before = calls.length;
                    close();
                    await started(1);
                    claim();
                    await frame();
                    return [before, ...calls].join();
                    """)).isEqualTo("0,/media/media_1/start");
        }
    }

    @Test
    void aVideoThatThisPagePlaysEndsWhenItIsSkippedAfterTheQueueWasReadAgain() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    await plays();
                    videos.load(queue(false, true), { claim: 'media_1', sockets: 1 });
                    event('skipped');
                    return box.childElementCount;
                    """)).isEqualTo("0");
        }
    }

    @Test
    void aVideoThatIsSkippedBeforeItsClaimIsAnsweredIsNotPlayed() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    videos.begin('ov_1');
                    videos.load(queue(false, false));
                    await started(1);
                    event('started', { order_id: 'media_1', media: item });
                    event('skipped');
                    claim();
                    videos.event({ type: 'media.created', data: { ...item, order_id: 'media_2' } });
                    await started(2);
                    return [...calls, box.childElementCount].join();
                    """)).isEqualTo("/media/media_1/start,/media/media_2/start,0");
        }
    }

    private Chromium blank() {
        Chromium obs = Chromium.ofObs();
        obs.expect("youtube");
        obs.goToKeylessOverlay(service.stack().authUrl());
        return obs;
    }

    private static String run(Chromium obs, String script) {
        return String.valueOf(obs.evaluate("return (async () => {" + BOX + script + "})()"));
    }
}
