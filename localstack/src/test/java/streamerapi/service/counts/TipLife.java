package streamerapi.service.counts;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The whole life of a million tips: three requests and three events, to two endpoints and one socket, without speech.
/// The page shows it by what is paid for.
final class TipLife {

    private static final int REQUESTS = 3;
    private static final int EVENTS = 3;
    private static final int ENDPOINTS = 2;
    private static final String FAN_OUT = "A tip's fan-out, 2 endpoints and 1 socket";

    /// The write units of an event's row, which a transaction makes.
    private static final double EVENT_UNITS = 2;

    private TipLife() {}

    static double requests() {
        return StreamerMonth.requests();
    }

    static double fanOut() {
        return EVENTS * CostPage.eventAll(CostPage.row(FAN_OUT));
    }

    static double deliveries() {
        return EVENTS * CostPage.deliveries(ENDPOINTS);
    }

    static double all() {
        return requests() + fanOut() + deliveries();
    }

    /// The parts of it, the dearest first.
    static String table() {
        double limiter = REQUESTS * CostPage.limiter();
        double gateway = REQUESTS * Prices.HTTP_REQUESTS;
        double functions = (REQUESTS + EVENTS) * CostPage.lambda(CostPage.SECONDS_A_CALL);
        double deliveryFunctions = EVENTS * CostPage.lambda(CostPage.SECONDS_A_DELIVERY);
        double events = EVENTS * EVENT_UNITS * Prices.WRITE_UNITS;
        double places = EVENTS * CostPage.table(CostPage.row(FAN_OUT));
        double records = EVENTS * CostPage.table(CostPage.row(CostPage.TWO_DELIVERIES));
        double queue = EVENTS * (1 + CostPage.TAKING) * Prices.FAIR_QUEUE_REQUESTS;
        double sockets = EVENTS * Prices.SOCKET_MESSAGES;
        double log = (REQUESTS + EVENTS) * CostPage.log(CostPage.LINE_BYTES)
                + EVENTS * ENDPOINTS * CostPage.log(CostPage.ATTEMPT_BYTES);
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("functions that make deliveries, and wait for receivers", deliveryFunctions);
        parts.put("records of the deliveries, a claim for each, endpoints looked up", records);
        parts.put("the queue: a message sent, received and deleted", queue);
        parts.put("the other functions", functions);
        parts.put("the events' rows", events);
        parts.put("the events' places in the log, subscribers looked up", places);
        parts.put("messages to the socket", sockets);
        parts.put("API Gateway", gateway);
        parts.put("log lines", log);
        parts.put("the rate limiter", limiter);
        double known = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        parts.put("rows of tip and slot, with their places in the queue; credential and account read", all() - known);
        return parts.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(part -> String.format(Locale.ROOT, "| %s | %.2f |", part.getKey(), part.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
