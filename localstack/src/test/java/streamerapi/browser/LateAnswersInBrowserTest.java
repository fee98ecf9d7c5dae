package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.service.Service;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds what the overlay's page shows when an answer comes late, or in part: what came meanwhile is not undone by it.
class LateAnswersInBrowserTest {

    /// The parts of the page, and a service whose answers the test gives.
    private static final String PARTS = """
            const files = document.querySelector('script[type=module]').src.replace('main.js', '');
            const load = (name) => import(files + name);
            const wait = (milliseconds = 5) => new Promise((done) => setTimeout(done, milliseconds));
            const until = async (seen) => { while (!seen()) { await wait(); } };
            const asked = [];
            const get = (path) => new Promise((done) => asked.push({ path, answer: async (body) => { done(body); await wait(); } }));
            const words = (id) => document.getElementById(id).innerText.replace(/\\s+/g, ' ').trim();
            const follow = (name, minute) => ({ id: name, type: 'alpha.follow', created: `2026-01-01T00:0${minute}:00.000Z`, data: { user_name: name, message: '' } });
            const listed = (name, minute) => ({ ...follow(name, minute), data: undefined, name, amount: null, currency: null });
            """;

    /// The player of tips, whose turn to show one begins when the test says so.
    private static final String SPEECH = """
            const { Speech } = await load('speech.js');
            const calls = [];
            const shown = [];
            const turns = [];
            const turn = { show: ({ order_id: id }) => { shown.push(id); return { lead: 0, isSpoken: false }; }, end() {} };
            const api = {
              start: (id) => new Promise((done) => calls.push({ path: id, answer: async () => { done({ tip: {} }); await wait(); } })),
              post: async (path) => { calls.push({ path }); return {}; },
              get: async () => ({ tip: { order_id: 'one' } }),
            };
            const tip = { order_id: 'one', name: 'Ada', message: '', tts_url: '/audio' };
            const queue = (current) => ({ items: [tip], is_paused: false, current_order_id: current });
            const speaking = async () => {
              const alerts = { turn: (begin) => turns.push(begin) };
              const scene = {
                told: [],
                isActive: true,
                whenChanged(told) { scene.told.push(told); },
                set(isActive) { scene.isActive = isActive; scene.told.forEach((told) => told(isActive)); },
              };
              const speech = new Speech(api, alerts, scene, { isWanted: false }, () => {});
              speech.begin(`overlay ${Math.random()}`);
              await wait(50);
              const event = (type) => speech.event({ type: `queue.tts.${type}`, data: { order_id: 'one' }, actor: null });
              return { speech, event, scene };
            };
            """;

    private final Service service = Service.shared();

    @Test
    void aTipThatIsOverBeforeItsTurnOnAPageThatIsLoadedAgainIsNotShown() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const seen = [];
                    const inherited = async (meanwhile) => {
                      const page = await speaking();
                      page.speech.load(queue('one'), { claim: 'one', sockets: 1 });
                      await until(() => turns.length > 0);
                      meanwhile(page);
                      turns.shift()(turn);
                      await wait(50);
                      seen.push([...shown.splice(0), ...calls.splice(0).map(({ path }) => path)].join(' '));
                    };
                    await inherited(({ event }) => event('skipped'));
                    await inherited(({ event }) => event('removed'));
                    await inherited(({ event }) => event('cleared'));
                    await inherited(({ scene }) => scene.set(false));
                    await inherited(({ speech }) => { speech.mirrors = true; });
                    await inherited(() => {});
                    return seen.join();
                    """)).isEqualTo(",,,,/tts/one/release,one");
        }
    }

    @Test
    void aTipThatWasClearedWhileItWasClaimedIsNotShown() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const { speech, event } = await speaking();
                    speech.load(queue(null));
                    await until(() => turns.length > 0);
                    turns.shift()(turn);
                    await until(() => calls.length === 1);
                    event('cleared');
                    await calls[0].answer();
                    return [calls[0].path, ...shown].join();
                    """)).isEqualTo("one");
        }
    }

    /// The events of the tip for which a claim is refused come before the refusal. Of a long queue only the head is
    // read.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            false | two | event('started'); event('finished')
            true  | two | event('started'); event('finished')
            false | two | event('started'); event('released')
            false | one | event('started'); event('released')
            false | two | event('started'); event('resumed')
            false | two | speech.load(whole())
            """)
    void aRefusedClaimDoesNotWaitForATipThatPlaysNoMore(boolean isCut, String first, String meanwhile) {
        try (Chromium obs = blank()) {
            assertThat(run(
                            obs,
                            SPEECH
                                    + """
                    const { Refusal } = await load('api.js');
                    const { speech, event } = await speaking();
                    const own = { ...tip, order_id: 'two' };
                    const items = 'FIRST' === 'two' ? [own, tip] : [tip, own];
                    const whole = () => ({ items, has_more: IS_CUT, is_paused: false, current_order_id: null });
                    speech.load(whole());
                    api.start = (id) => new Promise((done, refuse) => calls.push({ path: id, refuse }));
                    await until(() => turns.length > 0);
                    turns.shift()(turn);
                    await until(() => calls.length === 1);
                    MEANWHILE;
                    calls[0].refuse(new Refusal(409, { code: 'already_playing', current_order_id: 'one' }));
                    for (let i = 0; i < 200 && turns.length === 0; i++) {
                      await wait();
                    }
                    return turns.length;
                    """.replace("FIRST", first)
                                            .replace("IS_CUT", String.valueOf(isCut))
                                            .replace("MEANWHILE", meanwhile)))
                    .isEqualTo("1");
        }
    }

    @Test
    void aRefusedClaimWaitsForTheTipThatPlays() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, SPEECH + """
                    const { Refusal } = await load('api.js');
                    const { speech, event } = await speaking();
                    const own = { ...tip, order_id: 'two' };
                    speech.load({ items: [own, tip], is_paused: false, current_order_id: null });
                    api.start = (id) => new Promise((done, refuse) => calls.push({ path: id, refuse }));
                    await until(() => turns.length > 0);
                    turns.shift()(turn);
                    await until(() => calls.length === 1);
                    event('started');
                    event('released');
                    event('started');
                    calls[0].refuse(new Refusal(409, { code: 'already_playing', current_order_id: 'one' }));
                    await wait(50);
                    const before = turns.length;
                    event('finished');
                    await until(() => turns.length > 0);
                    return [before, turns.length].join();
                    """)).isEqualTo("0,1");
        }
    }

    @Test
    void aLabelShowsWhoCameWhileTheServiceWasAsked() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Api } = await load('api.js');
                    const { Labels } = await load('feed.js');
                    const seen = [];
                    window.fetch = async (path) => Response.json(await get(path));
                    const labels = new Labels(document.getElementById('labels'), new Api('key'));
                    labels.look({ panels: { labels: ['latest_follower', 'top_supporter'] } });
                    const read = async (latest, meanwhile, later) => {
                      await wait();
                      const isRead = labels.load({ id: 'o_1' });
                      await until(() => asked.length === 1);
                      meanwhile();
                      await asked.shift().answer({ events: [], day_left_seconds: 86_400, latest_follower: latest });
                      await until(() => asked.length === 1);
                      later();
                      await asked.shift().answer({ entries: [] });
                      await isRead;
                      seen.push(document.querySelector('#labels dd').textContent);
                    };
                    await read(null, () => labels.event(follow('Ada', 1)), () => {});
                    await read(listed('Ada', 1), () => {}, () => labels.event(follow('Bea', 2)));
                    await read(listed('Cy', 4), () => labels.event(follow('Dee', 3)), () => {});
                    labels.event(follow('Eve', 5));
                    labels.counts();
                    await read(listed('Cy', 4), () => {}, () => {});
                    return seen.join();
                    """)).isEqualTo("Ada,Bea,Cy,Cy");
        }
    }

    @Test
    void whatCameAfterARequestStandsForAWidgetThatSharesItsAnswer() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Api } = await load('api.js');
                    const { EventList } = await load('feed.js');
                    const { Ticker } = await load('panels.js');
                    window.fetch = async (path) => Response.json(await get(path));
                    const api = new Api('key');
                    const list = new EventList(document.getElementById('events'), api);
                    const ticker = new Ticker(document.getElementById('ticker'), api);
                    const both = [list, ticker];
                    list.look({ panels: { event_rows: 5 } });
                    both.forEach((widget) => widget.event(follow('Ada', 1)));
                    await wait();
                    const first = list.load({ id: 'o_1' });
                    await until(() => asked.length === 1);
                    both.forEach((widget) => widget.event(follow('Bea', 2)));
                    const others = both.map((widget) => widget.load({ id: 'o_1' }));
                    await asked.shift().answer({ events: [], day_left_seconds: 86_400 });
                    await Promise.all([first, ...others]);
                    const shown = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent).join();
                    return [asked.length, shown('#events li bdi'), shown('#ticker li')].join('; ');
                    """)).isEqualTo("0; Bea; Bea just followed!");
        }
    }

    @Test
    void aGoalIsNotSetBackByAnOlderAnswerAndIsReachedOnce() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Goal } = await load('panels.js');
                    const seen = [];
                    const later = setTimeout;
                    window.setTimeout = (task, time) => later(task, time === 2_000 ? 0 : time);
                    let reached = 0;
                    const goal = new Goal(document.getElementById('goal'), { get }, () => { reached++; });
                    const of = (current) => ({ enabled: true, title: '', amount: 50, current, currency: 'USD' });
                    const told = async (answer) => { await answer; seen.push(words('goal').match(/\\d+/)[0]); };
                    const read = async () => { goal.counts(); const before = asked.length; await until(() => asked.length > before); };
                    goal.load({ id: 'o_1', tip_goal: of(40) });
                    await read();
                    goal.added(of(55));
                    await until(() => asked.length === 2);
                    await told(asked[0].answer({ tip_goal: of(40) }));
                    await told(asked[1].answer({ tip_goal: of(55) }));
                    await read();
                    await read();
                    await told(asked[2].answer({ tip_goal: of(60) }));
                    await told(asked[3].answer({ tip_goal: of(65) }));
                    await read();
                    await read();
                    await told(asked[5].answer({ tip_goal: of(75) }));
                    await told(asked[4].answer({ tip_goal: of(70) }));
                    return [...seen, reached].join();
                    """)).isEqualTo("55,55,60,65,75,75,1");
        }
    }

    @Test
    void aLeaderboardIsNotSetBackByAnOlderAnswer() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Leaderboard } = await load('panels.js');
                    const board = new Leaderboard(document.getElementById('leaderboard'), { get });
                    const of = (name) => ({ entries: [{ name, total_amount: 5, currency: 'USD' }] });
                    const seen = [];
                    board.load();
                    board.load();
                    await asked[1].answer(of('Grace'));
                    seen.push(document.querySelector('#leaderboard bdi').textContent);
                    await asked[0].answer(of('Ada'));
                    seen.push(document.querySelector('#leaderboard bdi').textContent);
                    board.load();
                    await asked[2].answer(of('Alan'));
                    seen.push(document.querySelector('#leaderboard bdi').textContent);
                    return seen.join();
                    """)).isEqualTo("Grace,Grace,Alan");
        }
    }

    @Test
    void aCounterThatBeganWhileTheOthersWereReadStands() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Counters } = await load('panels.js');
                    const counters = new Counters(document.getElementById('counter'), { get });
                    const updated = (name, value) => ({ type: 'counter.updated', data: { name, value } });
                    counters.load([{ name: 'old', value: 1, updated_at: '2026-01-01T00:00:00Z' }]);
                    counters.counts();
                    counters.event(updated('new', 2));
                    await asked[0].answer({ counters: [] });
                    return words('counter');
                    """)).isEqualTo("New 2");
        }
    }

    @Test
    void anAnswerThatBreaksOffIsAskedForAgainUnderItsOwnKey() {
        try (Chromium obs = blank()) {
            assertThat(run(obs, """
                    const { Api } = await load('api.js');
                    const keys = [];
                    window.fetch = async (path, { headers }) => {
                      keys.push(headers['idempotency-key']);
                      return new Response(keys.length === 1 ? '{"tip": {"or' : '{"tip": "one"}');
                    };
                    const { tip } = await new Api('key').start('one');
                    window.fetch = async () => new Response('<h1>gone</h1>', { status: 410 });
                    const { status } = await new Api('key').get('/tts/queue').catch((refusal) => refusal);
                    return [tip, keys.length, keys[0] === keys[1], status].join();
                    """)).isEqualTo("one,2,true,410");
        }
    }

    private Chromium blank() {
        Chromium obs = Chromium.ofObs();
        obs.goToKeylessOverlay(service.stack().authUrl());
        return obs;
    }

    private static String run(Chromium obs, String script) {
        return String.valueOf(obs.evaluate("return (async () => {" + PARTS + script + "})()"));
    }
}
