package streamerapi.dashboard;

import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The account itself: the channel's name.
public final class AccountModule implements Module {

    private static final int MAX_NAME = 64;

    private final Table table;

    public AccountModule(Table table) {
        this.table = table;
    }

    /// An account.
    ///
    /// @param currency what its amounts are in; a setting
    record Channel(String id, String name, String currency, Instant createdAt) {
        static final Schema<Channel> SCHEMA = Schema.shown("Account", "A streamer's account.", s -> {
            s.text("id", Channel::id).example("ten_9f2c41d07ab36");
            s.text("name", Channel::name)
                    .between(1, MAX_NAME)
                    .doc("The channel's name; GET /me has it too.")
                    .example("NovaFox");
            s.text("currency", Channel::currency)
                    .live()
                    .doc("The currency of its amounts; one of the settings.")
                    .example("USD");
            s.time("created_at", Channel::createdAt);
        });

        private Channel named(String other) {
            return new Channel(id, other, currency, createdAt);
        }
    }

    /// The body that names it.
    record ChannelName(String name) {
        static final Schema<ChannelName> SCHEMA = Schema.of("AccountName", "The channel's name.", s -> {
            var name = s.text("name", ChannelName::name).between(1, MAX_NAME).example("NovaFox");
            return in -> new ChannelName(name.of(in));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/account", "getAccount", "Read the account")
                        .dashboard(MODERATOR)
                        .answers(Answer.ok("account", Channel.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(channel(call))),
                Endpoint.patch("/account", "nameAccount", "Name the channel")
                        .dashboard(SUPER_ADMIN)
                        .body(ChannelName.SCHEMA)
                        .answers(Answer.ok("account", Channel.SCHEMA))
                        .speculative()
                        .handles(this::name));
    }

    private Outcome<Channel> name(Call<ChannelName> call) {
        String name = call.body().name();
        Channel before = channel(call);
        Write write = Write.update(Keys.profile(call.tenantId())).set(Settings.NAME, name);
        return Outcome.of(before.named(name)).writing(write.when(Condition.equal(Settings.NAME, before.name())));
    }

    private Channel channel(Call<?> call) {
        Row row = table.get(Keys.profile(call.tenantId()));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Channel(
                call.tenantId(), row.get(Settings.NAME), row.get(Settings.CURRENCY), row.get(Settings.CREATED_AT));
    }
}
