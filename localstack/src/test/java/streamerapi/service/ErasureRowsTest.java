package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.tips.NewTip;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// An erasure, kind of row by kind of row: with none, one and several rows of the person, alone and beside another
/// person. Nothing of the person is left anywhere in the table, and nothing of the other is changed.
@NullMarked
class ErasureRowsTest {

    /// How often the person does a deed, each with how often another does it.
    private static final Map<Integer, Integer> COUNTS = Map.of(0, 2, 1, 0, 3, 2);

    /// A deed by which a person leaves traces.
    private enum Deed {
        SIGNS_IN {
            @Override
            void by(Person person, int number) {
                person.signsIn(person.name + number);
            }
        },
        TIPS {
            @Override
            void by(Person person, int number) {
                person.tips(person.account.api(), number).expect(201);
            }
        },
        TIPS_THAT_ARE_PLAYED {
            @Override
            void by(Person person, int number) {
                Object tip =
                        person.tips(person.account.api(), number).expect(201).at("tip.order_id");
                person.account.api().post("/tts/" + tip + "/start").expect(200);
                person.account.api().post("/tts/" + tip + "/finish").expect(200);
            }
        },
        TIPS_THAT_ARE_REMOVED {
            @Override
            void by(Person person, int number) {
                Object tip =
                        person.tips(person.account.api(), number).expect(201).at("tip.order_id");
                person.account.api().delete("/tts/" + tip).expect(200);
            }
        },
        TIPS_THAT_ARE_HELD {
            @Override
            void by(Person person, int number) {
                person.account
                        .dashboard()
                        .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                        .expect(200);
                person.tips(person.account.api(), number).expect(202);
                person.account
                        .dashboard()
                        .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", false)))
                        .expect(200);
            }
        },
        TIPS_ONCE_BY_A_KEY {
            @Override
            void by(Person person, int number) {
                person.tips(person.account.api().with("Idempotency-Key", person.name + number), number)
                        .expect(201);
            }
        },
        IS_READ_OF_ONCE_BY_AN_ASSISTANT {
            @Override
            void by(Person person, int number) {
                person.tips(person.account.api(), number).expect(201);
                Map<String, Object> call = Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "tools/call",
                        "params",
                        Map.of("name", "get_tts_queue", "arguments", Map.of()));
                person.account
                        .api()
                        .with("Idempotency-Key", "read " + person.name + number)
                        .with("MCP-Protocol-Version", "2025-06-18")
                        .beside("POST", "/mcp", Json.write(call))
                        .expect(200);
            }
        },
        TIPS_WITH_A_VIDEO {
            @Override
            void by(Person person, int number) {
                Map<String, Object> body = new LinkedHashMap<>(person.tip(number));
                body.put("media", Map.of("url", StandInVideoSites.PLAYABLE));
                person.account.api().post("/tips", body).expect(201);
            }
        },
        PAYS {
            @Override
            void by(Person person, int number) {
                Map<String, Object> body = new LinkedHashMap<>(person.tip(number));
                body.remove("paid");
                body.put("payment_id", "p" + person.name.length() + number);
                person.account.connector("card_processor").send("payment.captured", body);
            }
        },
        STARTS_A_CHECKOUT {
            @Override
            void by(Person person, int number) {
                StripeShop shop = new StripeShop(person.account).connected();
                shop.start(shop.tipOf(person.name, person.words + number, new NewTip.Donor(Platform.ALPHA, person.id)));
            }
        },
        IS_GRANTED_CREDITS {
            @Override
            void by(Person person, int number) {
                person.signsIn(person.name);
                person.account
                        .api()
                        .post(
                                "/viewers/alpha:" + person.id + "/credits/grant",
                                Map.of("amount", 3, "note", person.words))
                        .expect(200);
            }
        },
        REDEEMS_CREDITS {
            @Override
            void by(Person person, int number) {
                IS_GRANTED_CREDITS.by(person, number);
                person.alpha.send(
                        "sub_reward.redeemed",
                        Map.of(
                                "redemption_id", person.name + number,
                                "platform_user_id", person.id,
                                "message", person.words + number));
            }
        },
        REDEEMS_CHANNEL_POINTS {
            @Override
            void by(Person person, int number) {
                Map<String, Object> data = new LinkedHashMap<>();
                data.put("user_id", person.id);
                data.put("user_name", person.name);
                data.put("user_login", person.login());
                data.put("reward_id", "r1");
                data.put("reward_title", "Reward");
                data.put("reward_cost", 5);
                data.put("user_input", person.words + number);
                data.put("redemption_id", "red-" + person.login().length() + number);
                data.put("status", "unfulfilled");
                data.put("redeemed_at", "2025-11-21T03:06:11.480Z");
                data.put("is_managed", true);
                data.put("broadcaster_id", "b1");
                person.alpha.send("channel_point_redemption", data);
            }
        },
        FOLLOWS {
            @Override
            void by(Person person, int number) {
                person.alpha.send(
                        "follow", Map.of("user_id", person.id, "user_name", person.name, "user_login", person.login()));
            }
        },
        COUNTS_IN_CHAT {
            @Override
            void by(Person person, int number) {
                String counter = "c" + person.name.length() + number;
                person.account
                        .api()
                        .send("PUT", "/counters/" + counter, Json.write(Map.of("value", 1)))
                        .expect(201);
                person.chatter(true).writes("!" + counter + "+");
            }
        },
        RUNS_COMMANDS {
            @Override
            void by(Person person, int number) {
                String command = "run" + person.name.length() + number;
                person.account
                        .api()
                        .post(
                                "/commands",
                                Map.of(
                                        "name",
                                        command,
                                        "response",
                                        "hi",
                                        "cooldown_type",
                                        "per_user",
                                        "cooldown_seconds",
                                        3600))
                        .expect(201);
                person.chatter(false).writes("!" + command + " " + person.words);
            }
        },
        ASKS_AN_AI {
            @Override
            void by(Person person, int number) {
                String of = "cmd_" + person.name.length() + number;
                Map<String, String> exchange = Map.of("prompt", "What of " + person.name + "?", "answer", person.words);
                person.account
                        .table()
                        .write(List.of(Write.put(Row.of(ChatKeys.aiMemory(person.account.tenantId(), of, "shared"))
                                .with(Attribute.any("revision"), 1)
                                .with(Attribute.any("exchanges"), List.of(exchange)))));
            }
        },
        REQUESTS_SONGS {
            @Override
            void by(Person person, int number) {
                person.chatter(true).writes("!sr " + StandInVideoSites.PLAYABLE);
            }
        };

        abstract void by(Person person, int number);
    }

    private record Person(Account account, TestConnector alpha, String id, String name, String words) {

        static Person erased(Account account) {
            return new Person(account, account.connector("alpha"), "99887766", "Zephyrine", "xylophone");
        }

        static Person other(Account account) {
            return new Person(account, account.connector("alpha"), "11223344", "Quillfeather", "harpsichord");
        }

        String login() {
            return name.toLowerCase(Locale.ROOT);
        }

        void signsIn(String displayName) {
            alpha.send(
                    "viewer.signed_in", Map.of("platform_user_id", id, "login", login(), "display_name", displayName));
        }

        Map<String, Object> tip(int number) {
            return Map.of(
                    "name",
                    name,
                    "amount",
                    new BigDecimal(number + 1),
                    "paid",
                    true,
                    "message",
                    words + number,
                    "platform",
                    "alpha",
                    "platform_user_id",
                    id);
        }

        Answer tips(ApiClient client, int number) {
            return client.post("/tips", tip(number));
        }

        Chatter chatter(boolean moderates) {
            return new Chatter(alpha, id, name, moderates, true);
        }

        boolean isIn(Map<String, AttributeValue> row) {
            String text = row.toString().toLowerCase(Locale.ROOT);
            return Stream.of(id, login(), words).anyMatch(text::contains);
        }
    }

    @TestFactory
    Stream<DynamicTest> nothingOfThePersonIsLeftAndNothingOfAnotherIsGone() {
        return Arrays.stream(Deed.values())
                .flatMap(deed -> COUNTS.entrySet().stream()
                        .map(count -> DynamicTest.dynamicTest(
                                deed + ", " + count.getKey() + " times, " + count.getValue() + " of another",
                                () -> erased(deed, count.getKey(), count.getValue()))));
    }

    private static void erased(Deed deed, int count, int others) {
        Account account = Service.shared().newAccount();
        Person person = Person.erased(account);
        Person other = Person.other(account);
        if (count > 0) {
            person.signsIn(person.name);
        }
        if (others > 0) {
            other.signsIn(other.name);
        }
        IntStream.range(0, Math.max(count, others)).forEach(number -> {
            if (number < count) {
                deed.by(person, number);
            }
            if (number < others) {
                deed.by(other, number);
            }
        });
        account.events();
        Map<String, Map<String, AttributeValue>> before = rows(account);
        Set<String> ofPerson = keys(before, person);
        assertThat(ofPerson.isEmpty()).isEqualTo(count == 0);

        account.dashboard().delete("/dashboard/api/viewers/alpha:" + person.id).expect(200);
        await().until(() -> account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty());

        Map<String, Map<String, AttributeValue>> after = rows(account);
        assertThat(keys(after, person)).isEmpty();
        for (String key : keys(before, other)) {
            if (!ofPerson.contains(key)) {
                assertThat(lasting(after.get(key))).as(key).isEqualTo(lasting(before.get(key)));
            }
        }
    }

    /// The kinds of rows that a person can be in, as their keys begin: each has a deed above that makes one.
    private static final Set<String> OF_PEOPLE = Set.of(
            "TIP",
            "MEDIA",
            "IDEMPOTENCY",
            "VIEWER",
            "VIEWERNAME",
            "PERSON",
            "BOARD",
            "CREDIT",
            "REWARD",
            "COOLDOWN",
            "AIMEMORY",
            "CHECKOUT",
            "evt_");

    /// The kinds of rows that name no person: they have hashes of people, or nothing of them.
    private static final Set<String> OF_NOBODY_BY_NAME = Set.of(
            "SAID",
            "SAMPLE",
            "LIBRARY",
            "UPLOAD",
            "RECONCILIATION",
            "SAYING",
            "COUNTER",
            "ACCOUNT",
            "ACCOUNTS",
            "CREDENTIAL",
            "KEY",
            "USER",
            "SESSION",
            "LOGIN",
            "WRONG",
            "BROWSER",
            "APP",
            "CONNECTED",
            "REGISTERED",
            "AUTHORIZATION",
            "CODE",
            "IP",
            "SLOT",
            "TIPPING",
            "CLEARED",
            "OVERLAY",
            "COUNTGOAL",
            "STREAMTIMER",
            "TALLY",
            "cmd_",
            "LEDGER",
            "DONOR",
            "LINKEDDONOR",
            "SPEECH",
            "AUDIO",
            "REF",
            "BLOCKED",
            "PAYMENT",
            "PAIDIN",
            "WARNED",
            "KEPTWARNING",
            "CONNECTOR",
            "INGESTED",
            "SUBREWARD",
            "REDEMPTION",
            "REDEEMED",
            "COMMAND",
            "AIUSAGE",
            "SONGREQUESTS",
            "BOT",
            "CHATSENDS",
            "CHATLINES",
            "TIMER",
            "AIVOICES",
            "ALLOTMENT",
            "SUBSCRIBER",
            "CONNECTION",
            "CONNECTING",
            "TIPPAGE",
            "FORMER",
            "FORMERSLUG",
            "TIPSIGNIN",
            "TIPFORMS",
            "rev_",
            "begun_",
            "FAILED",
            "SOCKETS",
            "WINDOW",
            "ARCHIVED",
            "CONFIRMATION",
            "STARTED");

    @Test
    void everyKindOfRowIsOneOrTheOther() throws IOException {
        Pattern row = Pattern.compile("^\\| [^|]+ \\| `[^`]+` \\| `([A-Za-z]+_?)");
        Set<String> documented = new TreeSet<>();
        String rows = Files.readString(Service.root().resolve("docs/table.md"))
                .replaceFirst("(?s).*\\n## Rows\\n", "")
                .replaceFirst("(?s)\\n## .*", "");
        for (String line : rows.lines().toList()) {
            Matcher kind = row.matcher(line);
            if (kind.find() && !kind.group(1).equals("sk") && !kind.group(1).equals("era_")) {
                documented.add(kind.group(1));
            }
        }
        assertThat(documented).hasSizeGreaterThan(40);
        assertThat(documented.stream().filter(kind -> !OF_PEOPLE.contains(kind)).collect(Collectors.toSet()))
                .isSubsetOf(OF_NOBODY_BY_NAME);
        Account account = Service.shared().newAccount();
        Person person = Person.erased(account);
        person.signsIn(person.name);
        int number = 0;
        for (Deed deed : Deed.values()) {
            deed.by(person, number++);
        }
        account.events();
        Set<String> found = keys(rows(account), person).stream()
                .map(key -> key.substring(key.indexOf(' ') + 1))
                .map(sort -> sort.startsWith("evt_") ? "evt_" : sort.replaceFirst("#.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).isEqualTo(new TreeSet<>(OF_PEOPLE));
    }

    /// The attributes that do not change by themselves: audio is made, and events get their places, at some time.
    private static Map<String, AttributeValue> lasting(@Nullable Map<String, AttributeValue> row) {
        Map<String, AttributeValue> lasting = new TreeMap<>(row == null ? Map.of() : row);
        List.of("tts_url", "tts_until", "announcement").forEach(lasting::remove);
        if (text(lasting, "sk").startsWith("evt_")) {
            lasting.remove("place");
        }
        return lasting;
    }

    private static Set<String> keys(Map<String, Map<String, AttributeValue>> rows, Person person) {
        return rows.entrySet().stream()
                .filter(row -> person.isIn(row.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Every row of the table that is of the account.
    private static Map<String, Map<String, AttributeValue>> rows(Account account) {
        Map<String, Map<String, AttributeValue>> rows = new TreeMap<>();
        Service.shared()
                .stack()
                .engines()
                .dynamoDb()
                .scanPaginator(r -> r.tableName(Service.shared().stack().tableName("Table"))
                        .consistentRead(true)
                        .filterExpression("contains(pk, :account)")
                        .expressionAttributeValues(Map.of(":account", AttributeValue.fromS(account.tenantId()))))
                .items()
                .forEach(row -> rows.put(text(row, "pk") + " " + text(row, "sk"), row));
        return rows;
    }

    private static String text(Map<String, AttributeValue> row, String attribute) {
        @Nullable AttributeValue value = row.get(attribute);
        return value == null ? "" : value.s();
    }
}
