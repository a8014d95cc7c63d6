package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.access.StreamCalls;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All requests of the line protocol: one of each kind, and of those that may name a number one that does. */
public final class LineCalls implements StreamCalls {

    private static final String BY_NUMBER = " by number";

    private static final String FIELDS = ("\"sequence\":\"%s\",\"mode\":\"block\",\"from\":1,\"to\":9,\"next\":1,"
                    + "\"reason\":\"spoilt\",\"through\":1,\"count\":1,\"id\":1,\"ids\":[1],\"node_id\":\"n1\","
                    + "\"text\":\"1\"")
            .formatted(SEQUENCE);

    @Override
    public String port() {
        return "line protocol";
    }

    @Override
    public List<String> calls() {
        return Stream.concat(
                        Request.Kind.names().stream(),
                        Stream.of("sequence_confirm" + BY_NUMBER, "sequence_cancel" + BY_NUMBER))
                .toList();
    }

    @Override
    public String request(String call) {
        return line(call, TestPolicy.TOKEN);
    }

    @Override
    public LineSession session(ClientAccess access) {
        return session(access, request -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, PASSED);
        });
    }

    @Override
    public boolean isAllowed(String call, ClientAccess access) {
        String answer = answer(session(access), request(call));
        if (answer.contains(PASSED) || answer.contains("\"type\": \"auth_ok\"")) {
            return true;
        }
        if (answer.contains("\"code\": 22")) {
            return false;
        }
        throw new AssertionError("a request must lack nothing but rights: " + call + " -> " + answer);
    }

    @Override
    public Client connect(ClientAccess access) {
        LineSession session = session(access, AT_ONCE);
        return (call, token) -> {
            // As most clients write it, so that it goes the fast path.
            String line = call.equals("generate") && token == null
                    ? "{\"src\":\"c\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n"
                    : line(call, token);
            String answer = answer(session, line);
            return answer.contains(PASSED) || answer.contains("_ok\"");
        };
    }

    private static String line(String call, @Nullable String token) {
        boolean byNumber = call.endsWith(BY_NUMBER);
        String type = byNumber ? call.substring(0, call.length() - BY_NUMBER.length()) : call;
        String settled = byNumber ? "\"number\":1" : "\"reservation\":\"x-1\"";
        String from = type.equals("sequence_ledger") ? FIELDS.replace("\"to\":9,", "") : FIELDS;
        // Others would refuse it without a zone.
        String fields = type.equals("sequence_turn_back") ? from + ",\"period\":\"2026\"" : from;
        String shown = token == null ? "" : ",\"token\":\"" + token + "\"";
        return "{\"src\":\"c\",\"body\":{\"type\":\"%s\",%s,%s%s}}\n".formatted(type, settled, fields, shown);
    }

    private static LineSession session(ClientAccess access, Responder service) {
        return new LineSession(service, new RequestDecoder(10, access, Optional::empty), "n1");
    }

    private static String answer(LineSession session, String line) {
        ByteBuf out = Unpooled.buffer();
        session.append(Unpooled.copiedBuffer(line, UTF_8));
        DrainedAnswers.write(session, out);
        return out.toString(UTF_8);
    }
}
