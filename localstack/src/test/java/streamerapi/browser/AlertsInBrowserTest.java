package streamerapi.browser;

import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds an overlay's alerts: none of many is lost, each is shown by its variation, and only where it is seen.
class AlertsInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Path FILES = Service.root().resolve("functions/src/main/resources/streamerapi/browsersource");

    /// The modules of the page, an alert box whose time passes only when it is told, and a layout.
    /// The class of the realtime socket, on a `WebSocket` that is open and sends nothing: the newest is `socket`.
    private static final String SOCKET = """
            const { Stream } = await import(files + 'stream.js');
            let socket;
            window.WebSocket = class {
              static OPEN = 1;
              readyState = 1;
              constructor() { socket = this; }
              send() {}
            };
            """;

    private static final String BOX = """
            const files = document.querySelector('script[type=module]').src.replace('main.js', '');
            const { Alerts } = await import(files + 'alerts.js');
            const tasks = [];
            const clock = {
              at: 0,
              now: () => clock.at,
              after(milliseconds, task) {
                const planned = { at: clock.at + milliseconds, task };
                tasks.push(planned);
                return () => tasks.includes(planned) && tasks.splice(tasks.indexOf(planned), 1);
              },
              async run(until = Infinity) {
                for (;;) {
                  const next = tasks.reduce((first, task) => (first === null || task.at < first.at ? task : first), null);
                  if (next === null || next.at > until) {
                    break;
                  }
                  tasks.splice(tasks.indexOf(next), 1);
                  clock.at = next.at;
                  next.task();
                  await null;
                }
              },
            };
            const box = document.getElementById('alert');
            const scene = { isActive: true, whenChanged(told) { scene.set = told; }, wasShown() {} };
            const alerts = new Alerts(box, { clock, scene });
            const usual = { theme: 'card', language: 'en', mirrors: false, order: [], variations: [] };
            alerts.look({ alert_seconds: 6, alerts: usual });
            const seen = [];
            let words = '';
            let since = 0;
            const watch = () => {
              const now = box.hidden || 'leaving' in box.dataset ? '' : box.querySelector('h1').textContent;
              if (now !== words) {
                if (words !== '') {
                  seen.push([words, clock.at - since]);
                }
                words = now;
                since = clock.at;
              }
            };
            const after = clock.after;
            clock.after = (milliseconds, task) => after(milliseconds, () => { task(); watch(); });
            const event = (id, type, data) => ({ id, type, data: { user_name: id, message: '', ...data } });
            """;

    /// The player of tips on a page that has no queue: its claims, its tip on screen, and how long it waits.
    private static final String SPEECH = """
            const { Speech } = await import(files + 'speech.js');
            const claims = [];
            const shown = [];
            const slept = [];
            const late = {};
            const later = setTimeout;
            window.setTimeout = (task, time) => { slept.push(time); return later(task, time); };
            const until = async (isThere) => { while (!isThere()) { await new Promise((done) => later(done, 10)); } };
            const speaking = async (own) => {
              const ends = [];
              const api = {
                start: async (id) => { claims.push(id); await late[id]; return { tip: {} }; },
                post: async () => ({}),
                get: async () => ({ tip: { order_id: 'one' }, started_at: new Date(performance.timeOrigin).toISOString() }),
              };
              const turns = { turn: (begin) => begin({ show: (tip) => { shown.push(tip); return { lead: 5, isSpoken: true }; }, end: (isCut) => ends.push(isCut) }) };
              const speech = new Speech(api, turns, { isActive: true, whenChanged() {} }, { isWanted: false }, () => {});
              speech.begin(`overlay ${Math.random()}`);
              await new Promise((done) => later(done, 50));
              const tip = { order_id: 'one', name: 'Ada', message: '', tts_url: location.origin + '/audio/one' };
              speech.load({ items: own.claim ? [tip] : [], is_paused: false, current_order_id: own.claim }, own);
              return { speech, ends };
            };
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void ofThirtyTipsAndTenAlertsAtOnceEachIsShownForItsSecondsAndTheyTakeTurns() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const tip = (n) => alerts.turn((turn) => {
                      turn.show({ name: `Tip ${n}`, amount: null, message: 'gg' }, false);
                      watch();
                      clock.after(5_000, () => { turn.end(); if (n < 30) { tip(n + 1); } });
                    });
                    tip(1);
                    for (let i = 0; i < 8; i++) {
                      alerts.event(event(`F${i}`, 'alpha.follow'));
                    }
                    alerts.event(event('Sub', 'alpha.sub', { tier: 1 }));
                    alerts.event(event('Raid', 'alpha.raid', { viewers: 42 }));
                    await clock.run();
                    return JSON.stringify(seen);
                    """)).isEqualTo(expected());
        }
    }

    private static String expected() {
        List<String> alerts = Stream.concat(
                        Stream.of("Raid is raiding with 42 viewers!", "Sub just subscribed!"),
                        Stream.iterate(0, i -> i < 8, i -> i + 1).map(i -> "F" + i + " just followed!"))
                .toList();
        List<List<Object>> all = new ArrayList<>();
        for (int tip = 1; tip <= 30; tip++) {
            all.add(List.of("Tip " + tip, 5_000));
            if (tip <= alerts.size()) {
                all.add(List.of(alerts.get(tip - 1), 4_000));
            }
        }
        return Json.writeText(Map.of("all", all)).replaceAll("^\\{\"all\":|}$", "");
    }

    @Test
    void anAlertAloneIsShownForAllOfItsSecondsAndTheOrderIsTheStreamers() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    alerts.event(event('A', 'alpha.follow'));
                    watch();
                    await clock.run();
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, order: ['follow', 'raid'] } });
                    alerts.event(event('B', 'alpha.raid', { viewers: 1 }));
                    watch();
                    alerts.event(event('C', 'alpha.raid', { viewers: 2 }));
                    alerts.event(event('D', 'alpha.follow'));
                    await clock.run();
                    return seen.map(([words, time]) => `${words[0]} ${time}`).join();
                    """)).isEqualTo("A 6000,B 4000,D 4000,C 6000");
        }
    }

    @Test
    void betweenTwoNothingIsShownForAsLongAsIsSet() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, pause_seconds: 3 } });
                    alerts.event(event('A', 'alpha.follow'));
                    watch();
                    alerts.event(event('B', 'alpha.follow'));
                    alerts.turn((turn) => {
                      turn.show({ name: 'Tip', amount: null, message: 'gg' }, false);
                      watch();
                      clock.after(2_000, turn.end);
                    });
                    await clock.run();
                    return seen.map(([words, time]) => `${words[0]} ${time}`).join() + ` ${since}`;
                    """)).isEqualTo("A 4000,T 2000,B 6000 18800");
        }
    }

    @Test
    void beyondFiftyThatWaitTheLeastImportantAreCountedAtTheEnd() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    for (let i = 0; i < 56; i++) {
                      alerts.event(event(`F${i}`, 'alpha.follow'));
                    }
                    watch();
                    alerts.event(event('Raid', 'alpha.raid', { viewers: 42 }));
                    alerts.event(event('Sub', 'alpha.sub', { tier: 1 }));
                    await clock.run(clock.at + 51 * 4_400);
                    const last = box.querySelector('h1').textContent + ': ' + box.querySelector('p').textContent;
                    await clock.run();
                    return [seen.length, seen[1][0], seen.at(-1)[1], last].join('; ');
                    """)).isEqualTo("52; Raid is raiding with 42 viewers!; 5000; 7 more alerts: Follows 7");
        }
    }

    @Test
    void anAlertThatLeavesTheStreamTooSoonComesBackFirst() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    alerts.event(event('A', 'alpha.follow'));
                    watch();
                    alerts.event(event('B', 'alpha.raid', { viewers: 42 }));
                    await clock.run(1_000);
                    clock.at = 1_000;
                    scene.set(false);
                    watch();
                    await clock.run(60_000);
                    clock.at = 60_000;
                    scene.set(true);
                    watch();
                    await clock.run();
                    return seen.map(([words, time]) => `${words[0]} ${time}`).join();
                    """)).isEqualTo("A 1000,A 4000,B 6000");
        }
    }

    @Test
    void theVariationWithTheMostConditionsIsTakenAndChanceIsTheSameOnEveryPage() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { chosen } = await import(files + 'variations.js');
                    const made = (text, more) => ({ text, type: 'tip', from: null, to: null, tier: null, platform: null, chance: 100, ...more });
                    const all = [
                      made('any'), made('from 5', { from: 5 }), made('from 50', { from: 50 }), made('5 to 9', { from: 5, to: 9 }),
                      made('cheer', { type: 'cheer' }), made('tier', { type: 'sub', tier: 2 }), made('beta', { type: 'sub', platform: 'beta' }),
                      made('both', { type: 'sub', platform: 'beta', tier: 2 }), made('lucky', { type: 'raid', chance: 25 }), made('usual', { type: 'raid' }),
                      made('first', { is_first: true }), made('first from 50', { from: 50, is_first: true }),
                    ];
                    const of = (kind, number, more) => chosen(all, { id: 'ev_1', kind, number, tier: null, platform: 'alpha', ...more })?.text ?? 'none';
                    const raids = Array.from({ length: 4_000 }, (none, i) => of('raid', 1, { id: `ev_${i}` }));
                    const again = Array.from({ length: 4_000 }, (none, i) => of('raid', 1, { id: `ev_${i}` }));
                    const lucky = raids.filter((text) => text === 'lucky').length;
                    return [of('tip', 1), of('tip', 7), of('tip', 20), of('tip', 50), of('tip', null), of('follow', null), of('sub', 1, { tier: 2 }),
                      of('sub', 1, { tier: 1 }), of('sub', 1, { platform: 'beta', tier: 1 }), of('sub', 1, { platform: 'beta', tier: 2 }),
                      raids.join() === again.join(), lucky > 900 && lucky < 1_100,
                      of('tip', 1, { isFirst: true }), of('tip', 50, { isFirst: true }), of('tip', 7, { isFirst: true })].join();
                    """))
                    .isEqualTo(
                            "any,5 to 9,from 5,from 50,any,none,tier,none,beta,both,true,true,first,first from 50,5 to 9");
        }
    }

    @Test
    void aTipInAnotherCurrencyIsShownByWhatItCounts() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const big = { type: 'tip', text: 'BIG', picture: null, from: 100, to: null, tier: null, platform: null, chance: 100, seconds: null, volume: 70 };
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, variations: [big] } });
                    const title = (amount, more) => {
                      alerts.preview({ type: 'tip', data: { order_id: 'tip_1', name: 'Ada', amount, currency: 'JPY', message: '', ...more } }, false);
                      return box.querySelector('h1').textContent === 'BIG';
                    };
                    return [title(500, { counted_as: { amount: 2.99, currency: 'EUR' } }), title(20_000, { counted_as: { amount: 119.6, currency: 'EUR' } }),
                      title(100, { counted_as: null }), title(99, {})].join();
                    """)).isEqualTo("false,true,true,false");
        }
    }

    @Test
    void everyLanguageHasEveryWordAndAConnectorsOwnWordsStay() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { LANGUAGES } = await import(files + 'languages.js');
                    const { speak } = await import(files + 'words.js');
                    const placed = (text) => [...JSON.stringify(text).matchAll(/\\{\\w+\\}/g)].map(String).filter((name, i, all) => all.indexOf(name) === i).sort().join();
                    const wrong = Object.entries(LANGUAGES).flatMap(([name, words]) => Object.keys(LANGUAGES.en)
                      .filter((key) => words[key] === undefined || placed(words[key]) !== placed(LANGUAGES.en[key])).map((key) => `${name} ${key}`));
                    speak('de');
                    const title = (envelope) => { alerts.preview(envelope, false); return box.querySelector('h1').textContent; };
                    const raid = (message) => title({ id: '1', type: 'alpha.raid', data: { user_name: 'Ada', viewers: 1234, message } });
                    return [wrong.join(), raid('Ada is raiding with 1234 viewers!'), raid('Ada invades!'),
                      title({ type: 'tip', data: { name: 'Ada', amount: 5.5, currency: 'EUR', message: '' } }).replace('\\u00a0', ' ')].join('; ');
                    """))
                    .isEqualTo("; Ada kommt mit 1.234 Zuschauern zum Raid!; Ada invades!; Ada gibt 5,50 €");
        }
    }

    @Test
    void aCheersMessageIsTheViewersOwnAndStandsBelowWhatTheAlertSays() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { announced } = await import(files + 'alerts.js');
                    const { speak } = await import(files + 'words.js');
                    speak('en');
                    const cheer = (message) => ({ id: '1', type: 'alpha.cheer', data: { user_name: 'Ada', bits: 500, message } });
                    const shown = (message) => {
                      alerts.preview(cheer(message), false);
                      return `${box.querySelector('h1').textContent} (${box.querySelector('p').textContent})`;
                    };
                    const strip = document.createElement('p');
                    strip.append(...announced(cheer('Cheer500 go go')));
                    return [shown('Cheer500 go go'), shown('Ada cheered 500 bits!'), shown(''), strip.textContent].join('; ');
                    """))
                    .isEqualTo("Ada cheered 500 bits! (Cheer500 go go); Ada cheered 500 bits! ();"
                            + " Ada cheered 500 bits! (); Ada cheered 500 bits!");
        }
    }

    @Test
    void whatAVariationSaysIsShownWithItsPictureAndMovements() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay("alert"));
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            change(Map.of(
                    "theme",
                    "paper",
                    "variations",
                    List.of(Map.of(
                            "type", "raid",
                            "from", 10,
                            "text", "{count} pirates of {name}, <b>ahoy</b>!",
                            "picture", "trophy",
                            "picture_place", "right",
                            "sound", "drums",
                            "enter", "flip",
                            "leave", "spin"))));
            obs.untilTrue("return document.documentElement.dataset.theme === 'paper'");

            trigger("alpha.raid", Map.of("user_name", "Ada", "viewers", 42));

            obs.untilTrue(
                    "return document.querySelector('#alert h1').textContent === '42 pirates of Ada, <b>ahoy</b>!'");
            assertThat(obs.evaluate("""
                    const { place, enter, leave } = document.getElementById('alert').dataset;
                    return [place, enter, leave, document.querySelectorAll('#alert h1 b').length].join();
                    """)).isEqualTo("right,flip,spin,1");
            obs.untilTrue("return document.getElementById('alert').hidden");
        }
    }

    @Test
    void aClipRunsAsLongAsItsAlertIsShown() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const said = [];
                    Object.defineProperty(HTMLMediaElement.prototype, 'src', { set() {} });
                    HTMLVideoElement.prototype.play = async () => { said.push('plays'); };
                    HTMLVideoElement.prototype.pause = () => { said.push('pauses'); };
                    const clip = { type: 'raid', picture_file: '5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.webm', from: null, to: null, tier: null, platform: null, chance: 100, text: null, volume: 0, seconds: null };
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, variations: [clip] } });
                    alerts.event(event('Ada', 'alpha.raid', { viewers: 5 }));
                    await clock.run(5_000);
                    said.push(box.hidden ? 'hidden' : 'shown');
                    await clock.run();
                    said.push(box.hidden ? 'hidden' : 'shown');
                    return said.join(' ');
                    """)).isEqualTo("plays shown pauses hidden");
        }
    }

    @Test
    void theTickerSaysWhatHappenedAndMovesIfItIsLongAndCountersHaveWords() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Counters, Ticker } = await import(files + 'panels.js');
                    const strip = document.getElementById('ticker');
                    const line = strip.querySelector('ul');
                    strip.style.cssText = '--width: 1500px; --height: 60px; --left: 0; --top: 0';
                    const ticker = new Ticker(strip);
                    const said = () => `${line.children.length} ${line.firstChild.textContent} ${line.style.getPropertyValue('--seconds') !== ''}`;
                    ticker.event({ id: '1', type: 'tip.created', data: { name: 'Ada', amount: 50, currency: 'USD' } });
                    const one = said();
                    for (let i = 0; i < 6; i++) {
                      ticker.event(event(`A viewer with a long name ${i}`, 'alpha.raid', { viewers: 42 }));
                    }
                    new Counters(document.getElementById('counter')).load([{ name: 'cups_of_tea', value: 1200, updated_at: '2026-01-01T00:00:00Z' }]);
                    return [one, said(), document.querySelector('#counter dl').textContent].join('; ');
                    """))
                    .isEqualTo(
                            "1 Ada tipped $50 false; 12 A viewer with a long name 5 is raiding with 42 viewers! true;"
                                    + " cups of tea1,200");
        }
    }

    @Test
    void thePageAfterThisOneIsSentNothingAgainThatCameBeforeTheThousandRememberedEvents() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SOCKET + """
                    const nothing = () => {};
                    const stream = new Stream('', '', { ready: nothing, caughtUp: nothing, event: nothing, trouble: nothing });
                    stream.open();
                    const comes = (frame) => socket.onmessage({ data: JSON.stringify(frame) });
                    comes({ type: 'ready', data: { last_event_id: 'before' } });
                    const came = [];
                    for (let i = 0; i <= 1_000; i++) {
                      comes({ id: `e${i}`, type: 'alpha.follow', data: {} });
                      came.push(stream.kept(['e0']).since);
                    }
                    return [came[0], came[999], stream.kept(['e1']).since].join('; ');
                    """)).isEqualTo("before; before; e0");
        }
    }

    @Test
    void alertsThatWaitOutliveAPageThatIsLoadedAgainBeforeTheyHaveCome() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SOCKET + """
                    const waiting = [];
                    const handlers = { ready() {}, caughtUp() {}, event: ({ id }) => waiting.push(id), trouble() {} };
                    const stream = new Stream('', '', handlers, { since: 'e0', seen: ['e0', 'e1', 'e2', 'e3'], wanted: ['e1', 'e3'] });
                    stream.open();
                    const comes = (frame) => socket.onmessage({ data: JSON.stringify(frame) });
                    const came = [];
                    const look = () => {
                      const kept = stream.kept(waiting);
                      came.push(`${kept?.since} ${kept?.wanted.toSorted()}`);
                    };
                    look();
                    comes({ type: 'ready', data: { last_event_id: 'e3' } });
                    look();
                    comes({ id: 'e1', type: 'alpha.follow', data: {} });
                    look();
                    waiting.length = 0;
                    comes({ type: 'replay_complete', data: { count: 1 } });
                    look();
                    return came.join('; ');
                    """)).isEqualTo("e0 e1,e3; e0 e1,e3; e0 e1,e3; e0 ");
        }
    }

    @Test
    void noAlertMovesForAUserWhoWantsLessMotion() {
        try (Chromium obs = blank().calm()) {
            assertThat(run(obs, """
                    const moving = new Set();
                    const look = (what) => document.getAnimations()
                      .filter(({ effect }) => effect.getComputedTiming().endTime > 1)
                      .forEach(({ animationName }) => moving.add(`${what}: ${animationName}`));
                    const tip = { type: 'tip', data: { name: 'Ada', amount: 5, currency: 'USD', message: 'Hello' } };
                    const shown = { type: 'tip', text: null, picture: 'heart', volume: 0, from: null, to: null, tier: null, platform: null, chance: 100, seconds: null };
                    const motions = ['fade', 'rise', 'fall', 'left', 'right', 'zoom', 'bounce', 'flip', 'swing', 'spin', 'wipe', 'steps', 'flicker'];
                    for (const theme of ['card', 'neon', 'paper', 'pixel', 'broadcast', 'bubble', 'headline']) {
                      document.documentElement.dataset.theme = theme;
                      for (const motion of motions) {
                        alerts.look({ alert_seconds: 6, alerts: { ...usual, theme, variations: [{ ...shown, enter: motion, leave: motion }] } });
                        const hide = alerts.preview(tip, false);
                        look(`${theme} ${motion}`);
                        hide();
                        look(`${theme} ${motion} leaves`);
                      }
                    }
                    return [...moving].join('; ');
                    """)).isEqualTo("");
        }
    }

    @Test
    void theWidgetsStandStillForAUserWhoWantsLessMotion() {
        try (Chromium obs = blank().calm()) {
            assertThat(run(obs, """
                    const { Goal, Ticker } = await import(files + 'panels.js');
                    const { dress } = await import(files + 'layout.js');
                    dress();
                    await new Promise((loaded) => document.getElementById('widgets').addEventListener('load', loaded));
                    const strip = document.getElementById('ticker');
                    strip.style.cssText = '--width: 1500px; --height: 60px; --left: 0; --top: 0';
                    const ticker = new Ticker(strip);
                    for (let i = 0; i < 6; i++) {
                      ticker.event(event(`A viewer with a long name ${i}`, 'alpha.raid', { viewers: 42 }));
                    }
                    const lines = [...strip.querySelectorAll('li')];
                    const isWhole = lines.every((line) => line.getBoundingClientRect().right <= strip.getBoundingClientRect().right);
                    const goal = new Goal(document.getElementById('goal'), null);
                    goal.show({ enabled: true, title: '', amount: 50, current: 1, currency: 'USD' });
                    void document.querySelector('#goal i').offsetWidth;
                    goal.show({ enabled: true, title: '', amount: 50, current: 40, currency: 'USD' });
                    document.getElementById('timer').hidden = false;
                    document.querySelector('#timer b').hidden = false;
                    const moving = document.getAnimations().filter(({ effect }) =>
                      effect.getKeyframes().some((frame) => 'transform' in frame || 'width' in frame));
                    return [lines.length > 1 && lines.length < 6, lines[0].textContent, isWhole, moving.length].join('; ');
                    """))
                    .isEqualTo("true; A viewer with a long name 5 is raiding with 42 viewers!; true; 0");
        }
    }

    @Test
    void aCelebrationIsAPictureForAUserWhoWantsLessMotion() {
        try (Chromium obs = blank().calm()) {
            assertThat(run(obs, """
                    const { Celebration } = await import(files + 'celebration.js');
                    const canvas = document.getElementById('celebration');
                    const celebration = new Celebration(canvas);
                    const drawn = () => canvas.toDataURL();
                    const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
                    canvas.width = innerWidth;
                    canvas.height = innerHeight;
                    const empty = drawn();
                    const stood = [];
                    for (const effect of ['confetti', 'fireworks', 'hearts']) {
                      celebration.show({ effect, seconds: 1 });
                      const first = drawn();
                      await wait(300);
                      stood.push(first !== empty && first === drawn() && !canvas.hidden);
                      await wait(1_000);
                      stood.push(canvas.hidden);
                    }
                    return stood.join();
                    """)).isEqualTo("true,true,true,true,true,true");
        }
    }

    @Test
    void aSoundEndsWithATipOrAnAlertThatIsCutOff() {
        try (Chromium obs = blank()) {
            obs.expect("/overlay/files/");
            assertThat(run(obs, """
                    const heard = [];
                    HTMLMediaElement.prototype.play = async () => { heard.push('own'); };
                    HTMLMediaElement.prototype.pause = () => { heard.push('cut'); };
                    const connect = AudioNode.prototype.connect;
                    const isOut = (node) => node instanceof AudioDestinationNode;
                    AudioNode.prototype.connect = function (to, ...more) { isOut(to) && heard.push('made'); return connect.call(this, to, ...more); };
                    AudioNode.prototype.disconnect = () => { heard.push('cut'); };
                    const begun = async () => { while (heard.length < 1) { await new Promise((done) => setTimeout(done, 10)); } };
                    const shown = { text: null, picture: null, from: null, to: null, tier: null, platform: null, chance: 100, seconds: null, volume: 70 };
                    const variations = [{ ...shown, type: 'tip', sound_file: 'a.mp3' }, { ...shown, type: 'raid', sound: 'harp' }];
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, variations } });
                    const tip = () => new Promise((begin) => alerts.turn((turn) => {
                      turn.show({ order_id: `tip ${heard.length}`, name: 'Ada', amount: 5, currency: 'USD', message: '' });
                      begin(turn);
                    }));
                    const skipped = await tip();
                    await begun();
                    skipped.end(true);
                    await clock.run();
                    heard.push('|');
                    alerts.event(event('Raid', 'alpha.raid', { viewers: 42 }));
                    while (!heard.includes('made')) { await new Promise((done) => setTimeout(done, 10)); }
                    scene.set(false);
                    return heard.join();
                    """)).isEqualTo("own,cut,|,made,cut");
        }
    }

    @Test
    void aSkippedTipIsCutOff() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const { speech, ends } = await speaking({ claim: null, sockets: 1 });
                    speech.event({ type: 'tip.created', data: { order_id: 'one', name: 'Ada', message: '', tts_url: null, seen: 0 } });
                    speech.event({ type: 'tip.tts_ready', data: { order_id: 'one', tts_url: location.origin + '/audio/one' } });
                    await until(() => claims.length === 1 && shown.length === 1);
                    speech.event({ type: 'queue.tts.skipped', data: { order_id: 'one' } });
                    await until(() => ends.length > 0);
                    return ends[0];
                    """)).isEqualTo("true");
        }
    }

    @Test
    void aTipThatIsSkippedBeforeTheClaimIsAnsweredIsNotPlayed() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const { speech } = await speaking({ claim: null, sockets: 1 });
                    const created = (id) => speech.event({ type: 'tip.created', data: { order_id: id, name: id, message: '', tts_url: null } });
                    const ready = (id) => speech.event({ type: 'tip.tts_ready', data: { order_id: id, tts_url: location.origin + '/audio/one' } });
                    late.one = new Promise((answer) => { late.answer = answer; });
                    created('one');
                    created('two');
                    ready('one');
                    ready('two');
                    await until(() => claims.length === 1);
                    speech.event({ type: 'queue.tts.skipped', data: { order_id: 'one' } });
                    late.answer();
                    await until(() => shown.length > 0);
                    return shown[0].order_id;
                    """)).isEqualTo("two");
        }
    }

    @Test
    void aClaimIsOldByNoClockOfTheMachine() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const now = Date.now;
                    const waits = [];
                    for (const wrong of [-3, 3]) {
                      Date.now = () => now() + 3_600_000 * wrong;
                      slept.length = 0;
                      await speaking({ claim: 'one', sockets: 2 });
                      await until(() => slept.filter((time) => time === 1_000).length > 1 || shown.length > 0);
                      waits.push(shown.length > 0 ? 'plays' : 'waits');
                    }
                    return waits.join();
                    """)).isEqualTo("waits,waits");
        }
    }

    /// A browser shows some currencies without the decimals that are paid in them.
    @Test
    void anAmountIsShownToItsLastDecimalInEveryCurrency() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { money, speak } = await import(files + 'words.js');
                    speak('en');
                    const shown = (value, currency) => money(value, currency).replace('\\u00a0', ' ');
                    return [shown(99.99, 'HUF'), shown(12.5, 'JPY'), shown(500, 'JPY'), shown(5.5, 'USD'), shown(5, 'USD'), shown(1.25, 'KWD')].join();
                    """)).isEqualTo("HUF 99.99,¥12.50,¥500,$5.50,$5,KWD 1.25");
        }
    }

    @Test
    void wordsAreCountedInLanguagesWithoutBlanks() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { wordCount } = await import(files + 'words.js');
                    return [wordCount('Thank you, Ada!'), wordCount('') === 0, wordCount('いつも楽しい配信をありがとうございます。これからも応援しています') > 8].join();
                    """)).isEqualTo("3,true,true");
        }
    }

    @Test
    void aPreviewKnowsHowLongItsAlertIsShown() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const long = { type: 'raid', text: null, from: null, to: null, tier: null, platform: null, chance: 100, seconds: 20, volume: 0 };
                    alerts.look({ alert_seconds: 6, alerts: { ...usual, variations: [long] } });
                    const seconds = (type) => alerts.preview(event('A', type, { viewers: 1 }), false).seconds;
                    return [seconds('alpha.raid'), seconds('alpha.follow')].join();
                    """)).isEqualTo("20,6");
        }
    }

    @Test
    void anAlertThatIsTriedAgainAtOnceIsHeardAgain() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    let heard = 0;
                    const connect = AudioNode.prototype.connect;
                    AudioNode.prototype.connect = function (to, ...more) {
                      heard += to instanceof AudioDestinationNode ? 1 : 0;
                      return connect.call(this, to, ...more);
                    };
                    for (let i = 0; i < 3; i++) {
                      alerts.preview(event('sample', 'alpha.raid', { viewers: 1 }), true);
                      await navigator.locks.query();
                      await new Promise((done) => setTimeout(done, 600));
                    }
                    return heard;
                    """)).isEqualTo("3");
        }
    }

    @Test
    void aClockThatIsSetBackHoldsUpNoTipAndNoLineOfChat() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const now = Date.now;
                    const { speech } = await speaking({ claim: null, sockets: 1 });
                    const { ChatBox } = await import(files + 'chat.js');
                    const chat = new ChatBox(document.getElementById('chat'));
                    const look = (seconds) => chat.look({ panels: { chat: { size: 100, newest: 'bottom', rows: 5, seconds } }, panel_color: '#000000', panel_opacity: 100 });
                    look(0);
                    chat.line({ platform: 'alpha', message_id: '1', user_id: '1', user_name: 'Ada', color: null, badges: [], is_bot: false, text: 'Hi', emotes: {}, at: '2026-01-01T00:00:00Z' });
                    const created = (id) => speech.event({ type: 'tip.created', data: { order_id: id, name: 'Ada', message: '', tts_url: null } });
                    created('one');
                    Date.now = () => now() - 3 * 3_600_000;
                    slept.length = 0;
                    created('two');
                    look(15);
                    return slept.filter((time) => time > 15_000).length;
                    """)).isEqualTo("0");
        }
    }

    @Test
    void theCustomStylesThatObsPutsIntoThePageWork() {
        try (Chromium obs = blank()) {
            assertThat(obs.evaluate("""
                    const obsCSS = document.createElement('style');
                    obsCSS.appendChild(document.createTextNode('#alert h1 { color: rgb(1, 2, 3) }'));
                    document.querySelector('head').appendChild(obsCSS);
                    return getComputedStyle(document.querySelector('#alert h1')).color;
                    """)).isEqualTo("rgb(1, 2, 3)");
        }
    }

    @Test
    void thePageBringsItsFonts() {
        try (Chromium obs = blank()) {
            assertThat(obs.evaluate("""
                    const names = [...document.fonts].map(({ family }) => family);
                    return Promise.all([...document.fonts].map((font) => font.load())).then((fonts) =>
                      [fonts.length, new Set(names).size, fonts.every(({ status }) => status === 'loaded')].join());
                    """)).isEqualTo("9,9,true");
        }
    }

    @Test
    void thePageIsLighterThanSixtyKilobytesWithoutItsFonts() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.list(FILES)) {
            for (Path file :
                    files.filter(AlertsInBrowserTest::isLoadedOnStream).sorted().toList()) {
                try (GZIPOutputStream out = new GZIPOutputStream(all)) {
                    Files.copy(file, out);
                }
            }
        }
        assertThat(all.size()).isLessThan(60_000);
    }

    /// Whether a file is one that the page loads on a stream: two are of the preview in the dashboard alone.
    private static boolean isLoadedOnStream(Path file) {
        return Files.isRegularFile(file)
                && !List.of("preview.js", "samples.js")
                        .contains(file.getFileName().toString());
    }

    /// The overlay's page without a key: its modules, and nothing that happens by itself.
    private Chromium blank() {
        Chromium obs = Chromium.ofObs();
        obs.goToKeylessOverlay(service.stack().authUrl());
        return obs;
    }

    private static String run(Chromium obs, String script) {
        return String.valueOf(obs.evaluate("return (async () => {" + BOX + script + "})()"));
    }

    private String overlay(String... widgets) {
        Object key = account.dashboard()
                .post(DASHBOARD, Map.of("name", "Scene", "widgets", List.of(widgets)))
                .expect(201)
                .at("key");
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    private void change(Map<String, Object> alerts) {
        account.dashboard()
                .patch(
                        DASHBOARD + "/" + account.api().get("/overlays").at("overlays.0.id"),
                        Map.of("layout", Map.of("alerts", alerts)))
                .expect(200);
    }

    private void trigger(String type, Map<String, Object> data) {
        account.api()
                .post("/events/trigger", Map.of("type", type, "data", data))
                .expect(202);
    }

    private String report(int overlay) {
        return String.valueOf(account.api().get("/overlays").at("overlays." + overlay + ".report"));
    }
}
