package streamerapi.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// The catalogue against the specification's tables, which stand here written out by hand.
@NullMarked
class EventCatalogueTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// Event, channel, then the fields of `data` (spec: Events, Catalog; contract: Realtime stream).
    ///
    /// `queue.tts.moved` and `is_first_tip` are additions to the specification.
    ///
    /// Where the specification lists extras for several types at once, each type has those that apply to it.
    private static final String CATALOGUE = """
            tip.created tips order_id name amount currency message source is_paid is_first_tip external_source external_ref \
            is_replay \
            is_sub_reward platform platform_user_id name_was_filtered message_was_filtered tts_url
            tip.tts_ready tips order_id tts_url
            tip.filtered tips order_id name original_name amount currency message original_message \
            matched_words reasoning
            tip.blocked tips order_id name amount currency message blocked_words reasoning
            tip.held tips order_id name amount currency message has_media reason payment_state source
            tip.reviewed tips order_id decision allow_tts allow_media reason payment_state payment_released name \
            amount currency
            tip.refunded tips order_id amount currency reason
            tipping.opened tipping
            tipping.closed tipping
            queue.tts.started tts tip
            queue.tts.finished tts tip
            queue.tts.removed tts tip
            queue.tts.released tts order_id tip
            queue.tts.skipped tts order_id
            queue.tts.paused tts
            queue.tts.resumed tts
            queue.tts.cleared tts
            queue.tts.moved tts tip
            media.created media order_id donor_name media_url video_title video_duration platform \
            requested_via is_replay
            queue.media.started media media
            queue.media.finished media media
            queue.media.removed media media
            queue.media.released media order_id media
            queue.media.paused media
            queue.media.resumed media
            queue.media.skipped media
            queue.media.shown media
            queue.media.hidden media
            alpha.follow alerts event_id platform user_name user_login message
            alpha.sub alerts event_id platform user_name user_login message tier
            alpha.resub alerts event_id platform user_name user_login message tier months sub_message
            alpha.gift_sub alerts event_id platform user_name user_login message tier total gift_recipients
            alpha.cheer alerts event_id platform user_name user_login message bits
            alpha.raid alerts event_id platform user_name user_login message viewers
            alpha.channel_point_redemption channel_points user_name user_login reward_id reward_title reward_cost \
            user_input redemption_id status redeemed_at is_managed
            beta.follow alerts event_id platform user_name user_login message
            beta.sub alerts event_id platform user_name user_login message tier
            beta.resub alerts event_id platform user_name user_login message tier months
            beta.gift_sub alerts event_id platform user_name user_login message tier total is_anonymous gift_recipients
            beta.paid_gift alerts platform user_name user_login message amount gift_name note is_anonymous
            chat.command chat platform command invoked_as args user_id user_login user_name is_mod message_id
            counter.updated counters name value source
            chat.moderated chat platform action enforced duration_seconds target_user_id target_login target_name \
            feature matched_term message reason
            overlay.connected overlays overlay connected_at
            overlay.disconnected overlays overlay reason disconnected_at
            ping system message
            warning system code message field endpoint
            """;

    private static final List<String> QUEUE_TIP = words("""
            order_id name amount currency message tts_url is_replay is_sub_reward source external_source external_ref is_paid \
            is_first_tip platform platform_user_id name_was_filtered message_was_filtered queued_at""");
    private static final List<String> QUEUE_MEDIA_ITEM = words("""
            order_id donor_name media_url media_start_time video_title video_thumbnail video_duration platform \
            requested_via is_replay queued_at""");

    private static final Map<String, List<String>> ROWS = rows();

    @Test
    void theTypesAreTheCataloguesInItsOrder() {
        assertThat(EventType.values()).extracting(EventType::label).containsExactlyElementsOf(ROWS.keySet());
    }

    @ParameterizedTest
    @EnumSource
    void aNameIsItsLabelInCapitals(EventType type) {
        assertThat(type.name()).isEqualTo(type.label().replace('.', '_').toUpperCase(Locale.ROOT));
    }

    @ParameterizedTest
    @EnumSource
    void aTypeIsFoundByItsLabel(EventType type) {
        assertThat(EventType.of(type.label())).contains(type);
    }

    @ParameterizedTest
    @CsvSource({"*", "tip.unknown", "TIP.CREATED", "TIP_CREATED", "''"})
    void nothingIsFoundByAnythingElse(String label) {
        assertThat(EventType.of(label)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aTypeIsOnTheChannelThatTheContractNames(EventType type) {
        assertThat(type.channel().label()).isEqualTo(row(type).getFirst());
    }

    @ParameterizedTest
    @EnumSource
    void aDescriptionIsOneSentence(EventType type) {
        assertThat(type.description()).matches("[A-Z][^.]+\\.");
    }

    @ParameterizedTest
    @EnumSource
    void aTypeHasASchemaOfItsOwn(EventType type) {
        assertThat(EventCatalogue.of(type).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @EnumSource
    void aSampleHasExactlyTheCataloguesFields(EventType type) throws JsonProcessingException {
        assertThat(fields(sample(type)))
                .containsExactlyElementsOf(row(type).subList(1, row(type).size()));
    }

    @ParameterizedTest
    @EnumSource
    void aSampleIsOneLine(EventType type) {
        assertThat(text(type)).startsWith("{").endsWith("}").doesNotContain("\n", "  ");
    }

    @ParameterizedTest
    @EnumSource
    void whatASampleHoldsHasAllItsFieldsToo(EventType type) throws JsonProcessingException {
        JsonNode data = sample(type);
        if (data.has("tip")) {
            List<String> expected = new ArrayList<>(QUEUE_TIP);
            if (type == EventType.QUEUE_TTS_FINISHED) {
                expected.add("refunded_amount");
                expected.add("counted_as");
                expected.add("played_at");
            }
            assertThat(fields(data.get("tip"))).containsExactlyElementsOf(expected);
        }
        if (data.has("media")) {
            assertThat(fields(data.get("media"))).containsExactlyElementsOf(QUEUE_MEDIA_ITEM);
        }
        if (data.has("overlay")) {
            assertThat(fields(data.get("overlay"))).containsExactly("id", "name");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSamplesIdsAndTimesHaveTheContractsForm(EventType type) throws JsonProcessingException {
        JsonNode data = sample(type);
        for (String id : data.findValuesAsText("order_id")) {
            assertThat(id).matches("tip_\\d{13}_[0-9a-hjkmnp-tv-z]{16}");
        }
        for (String id : data.findValuesAsText("event_id")) {
            assertThat(id).matches("ev_[0-9a-hjkmnp-tv-z]{26}");
        }
        for (String field : List.of("queued_at", "played_at", "redeemed_at", "connected_at", "disconnected_at")) {
            for (String time : data.findValuesAsText(field)) {
                assertThat(time).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
                assertThat(Instant.parse(time)).isBetween("2025-11-21T00:00:00Z", "2025-11-22T00:00:00Z");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAlertSaysItsPlatform(EventType type) throws JsonProcessingException {
        if (type.channel() == Channel.ALERTS) {
            assertThat(sample(type).get("platform").asText() + ".")
                    .isEqualTo(type.label().substring(0, type.label().indexOf('.') + 1));
        }
    }

    @Test
    void aQueuedTipsTimeIsTheOneInItsId() throws JsonProcessingException {
        JsonNode tip = sample(EventType.QUEUE_TTS_STARTED).get("tip");

        assertThat(Instant.parse(tip.get("queued_at").asText()).toEpochMilli())
                .isEqualTo(Long.parseLong(tip.get("order_id").asText().split("_", -1)[1]));
    }

    @Test
    void onlyPingAndWarningCannotBeSubscribedTo() {
        assertThat(EventType.values())
                .filteredOn(type -> !type.subscribable())
                .containsExactly(EventType.PING, EventType.WARNING);
    }

    @ParameterizedTest
    @CsvSource({
        "tips, tts:read",
        "tts, tts:read",
        "media, media:read",
        "alerts, viewers:read",
        "channel_points, channel_points:manage",
        "chat, chat:write commands:manage",
        "counters, counters:manage",
        "overlays, overlays:manage",
    })
    void anyOfItsScopesOpensAChannelAndNoOtherDoes(String label, String scopes) {
        Channel channel = Channel.valueOf(label.toUpperCase(Locale.ROOT));

        assertThat(channel.label()).isEqualTo(label);
        assertThat(channel.scopes()).extracting(Scope::label).containsExactlyInAnyOrderElementsOf(words(scopes));
        assertThat(Scope.all())
                .filteredOn(scope -> channel.openTo(Set.of(scope)))
                .containsExactlyInAnyOrderElementsOf(channel.scopes());
        assertThat(channel.openTo(Set.of())).isFalse();
        assertThat(channel.openTo(Scope.all())).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIPPING", "SYSTEM"})
    void tippingAndSystemAreOpenToAnyCredential(Channel channel) {
        assertThat(channel.scopes()).isEmpty();
        assertThat(channel.openTo(Set.of())).isTrue();
    }

    @Test
    void theScopesAreTheSpecificationsInItsOrder() {
        assertThat(Scope.all()).extracting(Scope::label).containsExactlyElementsOf(words("""
                        tts:read tts:control tips:create media:read media:control tipping:control viewers:read \
                        viewers:manage channel_points:manage webhooks:manage timers:manage counters:manage chat:write \
                        commands:manage overlays:manage ai_voices:manage events:trigger"""));
    }

    @ParameterizedTest
    @EnumSource
    void aScopesNameIsItsLabelAndFindsIt(Scope scope) {
        assertThat(scope.name()).isEqualTo(scope.label().replace(':', '_').toUpperCase(Locale.ROOT));
        assertThat(scope.description()).matches("[A-Z][^.]+\\.");
        assertThat(Scope.of(scope.label())).contains(scope);
        assertThat(Scope.of(scope.name())).isEmpty();
    }

    private static JsonNode sample(EventType type) throws JsonProcessingException {
        JsonNode data = JSON.readTree(text(type));
        assertThat(data.isObject()).isTrue();
        return data;
    }

    private static String text(EventType type) {
        return Json.writeText(EventCatalogue.sample(type));
    }

    private static List<String> fields(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> row(EventType type) {
        return ROWS.getOrDefault(type.label(), List.of());
    }

    private static Map<String, List<String>> rows() {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        CATALOGUE.lines().map(EventCatalogueTest::words).forEach(row -> {
            assertThat(rows).doesNotContainKey(row.getFirst());
            rows.put(row.getFirst(), row.subList(1, row.size()));
        });
        return rows;
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split("\\s+", -1));
    }
}
