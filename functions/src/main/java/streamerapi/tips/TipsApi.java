package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaApi;
import streamerapi.media.MediaItem;
import streamerapi.media.MediaRequest;
import streamerapi.settings.Currencies;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Scope.TIPS_CREATE;
import static streamerapi.shared.http.Route.post;

/// The endpoints that put tips in (spec "Tipping", contract "REST").
public final class TipsApi {

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_MESSAGE = 500;
    private static final int LARGEST_AMOUNT = 1_000_000;

    private final TipIntake intake;

    public TipsApi(TipIntake intake) {
        this.intake = intake;
    }

    /// Every route below `/tips`.
    public Api api() {
        return Api.of(post("/tips", TIPS_CREATE, this::create), post("/tips/test", TIPS_CREATE, this::test));
    }

    /// `/manual-tips`: tips that somebody of the team puts in by hand, for the dashboard.
    public Api manual() {
        return Api.of(Route.of("POST", "/manual-tips", Access.of(Role.MODERATOR), this::byHand));
    }

    private Outcome<Response> create(Request request) {
        Body body = request.body();
        NewTip tip = new NewTip(
                "api",
                body.viewerText("name", 1, LONGEST_NAME),
                body.moneyOrNull("amount", LARGEST_AMOUNT),
                currency(body),
                body.viewerTextOrNull("message", LONGEST_MESSAGE),
                reference(body),
                body.flag("paid", false),
                donor(body),
                media(body));
        return take(request, tip);
    }

    private Outcome<Response> byHand(Request request) {
        Body body = request.body();
        NewTip tip = new NewTip(
                "manual",
                body.viewerText("name", 1, LONGEST_NAME),
                body.moneyOrNull("amount", LARGEST_AMOUNT),
                currency(body),
                body.viewerTextOrNull("message", LONGEST_MESSAGE),
                null,
                false,
                donor(body),
                media(body));
        return take(request, tip);
    }

    private Outcome<Response> test(Request request) {
        Body body = request.body();
        String name = body.viewerTextOrNull("name", LONGEST_NAME);
        BigDecimal amount = body.moneyOrNull("amount", LARGEST_AMOUNT);
        String message = body.viewerTextOrNull("message", LONGEST_MESSAGE);
        NewTip tip = new NewTip(
                "test",
                name == null ? "Test supporter" : body.viewerText("name", 1, LONGEST_NAME),
                amount == null ? new BigDecimal(5) : amount,
                currency(body),
                message == null ? "This is a test tip." : message,
                null,
                false,
                donor(body),
                media(body));
        return take(request, tip);
    }

    /// Takes a tip in. A video site is asked about its video, which no stranger must be able to cause.
    private Outcome<Response> take(Request request, NewTip tip) {
        if (tip.media() != null) {
            request.admitted();
        }
        return intake.take(request.tenantId(), tip).map(TipsApi::answer);
    }

    private static Response answer(TipIntake.Taken taken) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        return switch (taken) {
            case TipIntake.Taken.Entered entered -> {
                MediaItem media = entered.media();
                body.put("tip", entered.tip().json());
                body.put("media", media == null ? null : media.json());
                yield Response.created(body);
            }
            case TipIntake.Taken.Held held -> {
                body.put("held", true);
                body.put("order_id", held.orderId());
                yield Response.json(202, body);
            }
            case TipIntake.Taken.Blocked blocked -> Response.of(Problem.of(ErrorCode.TIP_BLOCKED));
        };
    }

    private static @Nullable MediaRequest media(Body body) {
        Body media = body.objectOrNull("media");
        return media == null ? null : MediaApi.requested(media);
    }

    private static @Nullable String currency(Body body) {
        return Currencies.checkedOrNull(body.textOrNull("currency", 3));
    }

    private static NewTip.@Nullable Reference reference(Body body) {
        String source = body.labelOrNull("source", 64);
        String id = body.labelOrNull("external_ref", 255);
        return source == null && id == null ? null : new NewTip.Reference(source, id);
    }

    private static NewTip.@Nullable Donor donor(Body body) {
        String userId = body.labelOrNull("platform_user_id", 64);
        boolean named = body.textOrNull("platform", 64) != null;
        if (!named && userId == null) {
            return null;
        }
        if (!named || userId == null) {
            throw Problem.badField(
                    named ? "platform_user_id" : "platform", "platform and platform_user_id go together: send both");
        }
        return new NewTip.Donor(body.oneOf("platform", List.of("alpha", "beta"), null), userId);
    }
}
