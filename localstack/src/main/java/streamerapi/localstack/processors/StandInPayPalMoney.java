package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.util.Set;

/// Amounts as PayPal writes them: a text with as many decimals as the currency has.
record StandInPayPalMoney(String currency, BigDecimal value) {

    private static final Set<String> CURRENCIES = Set.of(
            "AUD", "BRL", "CAD", "CNY", "CZK", "DKK", "EUR", "HKD", "HUF", "ILS", "JPY", "MYR", "MXN", "TWD", "NZD",
            "NOK", "PHP", "PLN", "GBP", "SGD", "SEK", "CHF", "THB", "USD");
    private static final Set<String> NO_DECIMALS = Set.of("HUF", "JPY", "TWD");

    /// The amount in a field `amount` of a request.
    static StandInPayPalMoney of(JsonNode amount, String field) {
        String currency = amount.path("currency_code").asText();
        String text = amount.path("value").asText();
        if (currency.isEmpty()) {
            throw PayPalRefusals.missing(field + "/currency_code");
        }
        if (text.isEmpty()) {
            throw PayPalRefusals.missing(field + "/value");
        }
        if (!amount.path("value").isTextual() || !text.matches("-?[0-9]{1,32}(\\.[0-9]+)?")) {
            throw PayPalRefusals.invalid(
                    "INVALID_PARAMETER_SYNTAX",
                    field + "/value",
                    "The value of a field does not conform to the expected format.");
        }
        if (!CURRENCIES.contains(currency)) {
            throw PayPalRefusals.unprocessable("CURRENCY_NOT_SUPPORTED", "Currency code is currently not supported.");
        }
        BigDecimal value = new BigDecimal(text);
        int decimals = decimals(currency);
        if (value.scale() > decimals) {
            throw decimals == 0
                    ? PayPalRefusals.unprocessable("DECIMALS_NOT_SUPPORTED", "Currency does not support decimals.")
                    : PayPalRefusals.unprocessable(
                            "DECIMAL_PRECISION",
                            "If the currency supports decimals, only two decimal place precision is supported.");
        }
        if (value.signum() <= 0) {
            throw PayPalRefusals.unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", "Must be greater than zero.");
        }
        return new StandInPayPalMoney(currency, value);
    }

    /// The amount in a field of an object that is there already.
    static StandInPayPalMoney in(JsonNode amount) {
        return new StandInPayPalMoney(
                amount.path("currency_code").asText(),
                new BigDecimal(amount.path("value").asText()));
    }

    StandInPayPalMoney with(BigDecimal other) {
        return new StandInPayPalMoney(currency, other);
    }

    private static int decimals(String currency) {
        return NO_DECIMALS.contains(currency) ? 0 : 2;
    }

    private String text() {
        return value.setScale(decimals(currency), java.math.RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    /// As people read it: `5.00 USD`.
    String shown() {
        return text() + " " + currency;
    }

    ObjectNode json() {
        return StandInProcessor.node().put("currency_code", currency).put("value", text());
    }
}
