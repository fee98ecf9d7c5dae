package streamerapi.service;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.platforms.Processors;
import streamerapi.shared.json.Json;
import streamerapi.tips.PaymentProgress;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// An account that is connected to a payment processor that the local stack plays, and its checkouts.
abstract class ProcessorShop {

    final Account account;
    final WebClient web;
    final Checkouts checkouts;

    private final ApiClient owner;
    private final String name;
    private final String connection;

    /// @param name of the processor: `stripe`
    ProcessorShop(Account account, String name) {
        this.account = account;
        this.name = name;
        this.connection = "/dashboard/api/connections/" + name;
        this.owner = account.dashboard();
        this.web = new WebClient(account.service().stack().authUrl());
        String variable = name.toUpperCase(Locale.ROOT) + "_API_URL";
        this.checkouts = Processors.of(
                        account.table(),
                        Account.cipher(account.service().stack()),
                        account.service().clock(),
                        Map.of(variable, account.service().stack().standInUrl(name))::get)
                .checkouts();
    }

    final Answer put(Object credentials) {
        return owner.send("PUT", connection, Json.write(credentials));
    }

    final Answer get() {
        return owner.get(connection).expect(200);
    }

    final Answer check() {
        return owner.post(connection + "/check");
    }

    final Answer disconnect() {
        return owner.delete(connection);
    }

    final Checkout checkout(StartedCheckout started) {
        return Objects.requireNonNull(checkouts.find(account.tenantId(), started.token()));
    }

    final PaymentProgress status(StartedCheckout started) {
        return checkouts.status(checkout(started));
    }

    final String state(StartedCheckout started) {
        return status(started).state().label();
    }

    /// The calls that the processor was sent: `POST /v1/refunds`.
    final List<String> calls() {
        Answer log = web.get("/stand-ins/" + name + "/control/log").expect(200);
        return ((List<?>) Objects.requireNonNull(log.at("calls")))
                .stream()
                        .map(Json::asObject)
                        .map(call -> call.get("method") + " " + call.get("path"))
                        .toList();
    }
}
