package io.snowkeeper.node.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonAuditLogTest {

    private final List<String> lines = new ArrayList<>();
    private final JsonAuditLog log = new JsonAuditLog("n1", () -> 1_790_000_000_123L, lines::add, Optional.empty());

    @Test
    void anEventIsOneLine() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("mode", "gapless");
        parameters.put("ranges", List.of("1-9"));
        parameters.put("allow_overlap", true);

        log.record(new AuditEvent(
                new AuditEvent.Who("billing", AuditEvent.Shown.CERTIFICATE, Optional.of("CN=billing")),
                "line",
                "sequence_create",
                Optional.of("invoices"),
                parameters,
                AuditEvent.Outcome.DONE,
                Optional.empty()));

        assertThat(lines)
                .containsExactly("{\"time\":\"2026-09-21T14:13:20.123Z\",\"node\":\"n1\",\"subject\":\"billing\","
                        + "\"shown\":\"certificate\",\"client\":\"CN=billing\",\"port\":\"line\",\"action\":\"sequence_create\","
                        + "\"sequence\":\"invoices\",\"parameters\":{\"mode\":\"gapless\",\"ranges\":[\"1-9\"],"
                        + "\"allow_overlap\":true},\"outcome\":\"done\",\"detail\":null}");
    }

    @Test
    void whatStrangersHaveWrittenActsInNoTerminal() {
        log.record(new AuditEvent(
                new AuditEvent.Who("anonymous", AuditEvent.Shown.NOTHING, Optional.empty()),
                "http",
                "sequence_void",
                Optional.of("a"),
                Map.of("reason", "\u009b2J\u202e\n"),
                AuditEvent.Outcome.DENIED,
                Optional.of("no")));

        assertThat(lines).singleElement().asString().contains("\"reason\":\"\\u009b2J\\u202e\\n\"");
    }
}
