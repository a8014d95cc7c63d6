package io.snowkeeper.node.audit;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.text.PrintableText;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** An audit trail of lines, each a JSON object. Thread-safe if the consumer of its lines is. */
public final class JsonAuditLog implements AuditLog {

    private static final JsonMapper JSON = new JsonMapper();

    private final String node;
    private final MillisClock clock;
    private final Consumer<String> log;
    private final Optional<AuditFile> file;

    /**
     * @param node the node's name
     * @param clock the time of an event
     * @param log gets each line, without an end
     * @param file gets each line as well, if there is one
     */
    public JsonAuditLog(String node, MillisClock clock, Consumer<String> log, Optional<AuditFile> file) {
        this.node = requireNonNull(node);
        this.clock = requireNonNull(clock);
        this.log = requireNonNull(log);
        this.file = requireNonNull(file);
    }

    @Override
    public void record(AuditEvent event) {
        String line = line(event);
        log.accept(line);
        file.ifPresent(open -> open.accept(line));
    }

    @Override
    public long unwritten() {
        return file.map(AuditFile::unwritten).orElse(0L);
    }

    private String line(AuditEvent event) {
        ObjectNode line = JSON.createObjectNode();
        line.put("time", Instant.ofEpochMilli(clock.millis()).toString());
        line.put("node", node);
        line.put("subject", event.who().subject());
        line.put("shown", word(event.who().shown()));
        line.put("client", event.who().client().orElse(null));
        line.put("port", event.port());
        line.put("action", event.action());
        line.put("sequence", event.sequence().orElse(null));
        line.set("parameters", JSON.valueToTree(event.parameters()));
        line.put("outcome", word(event.outcome()));
        line.put("detail", event.detail().orElse(null));
        try {
            // Names and reasons are clients' input. Terminal control characters become escapes of JSON.
            return PrintableText.of(JSON.writeValueAsString(line));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
