package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.access.StreamCalls;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All commands of Redis' protocol, and of those that may name a number one that does. */
public final class RedisCalls implements StreamCalls {

    private static final String BY_NUMBER = " by number";

    /** The arguments of each command that uses the service. */
    private static final Map<String, String> ARGUMENTS = Map.ofEntries(
            Map.entry("ID.NEXT", ""),
            Map.entry("ID.DECODE", "1"),
            Map.entry("INCR", SEQUENCE),
            Map.entry("INCRBY", SEQUENCE + " 1"),
            Map.entry("GET", SEQUENCE),
            Map.entry("EXISTS", SEQUENCE),
            Map.entry("TTL", SEQUENCE),
            Map.entry("PTTL", SEQUENCE),
            Map.entry("SET", SEQUENCE + " 0 NX"),
            Map.entry("SETNX", SEQUENCE + " 0"),
            Map.entry("SEQ.NEXT", SEQUENCE),
            Map.entry("SEQ.CONFIRM", SEQUENCE + " x-1"),
            Map.entry("SEQ.CANCEL", SEQUENCE + " x-1"),
            Map.entry("SEQ.CONFIRM by number", SEQUENCE + " NUMBER 1"),
            Map.entry("SEQ.CANCEL by number", SEQUENCE + " NUMBER 1"),
            Map.entry("SEQ.VOID", SEQUENCE + " x-1 REASON spoilt"),
            Map.entry("SEQ.PENDING", SEQUENCE),
            Map.entry("SEQ.PARSE", SEQUENCE + " 1"),
            Map.entry("SEQ.DESCRIBE", SEQUENCE),
            Map.entry("SEQ.CREATE", SEQUENCE + " BLOCK 1 9"),
            Map.entry("SEQ.APPEND", SEQUENCE + " 1 9"),
            Map.entry("SEQ.ADVANCE", SEQUENCE + " 2"),
            Map.entry("SEQ.LIST", ""));

    private final CommandSet commands = new CommandSet(10, false);

    @Override
    public String port() {
        return "Redis' protocol";
    }

    @Override
    public List<String> calls() {
        return Stream.concat(
                        commands.table().rows().keySet().stream(),
                        Stream.of("SEQ.CONFIRM" + BY_NUMBER, "SEQ.CANCEL" + BY_NUMBER))
                .toList();
    }

    @Override
    public String request(String call) {
        return RespExchange.array(words(call).strip().split(" +"));
    }

    @Override
    public RespSession session(ClientAccess access) {
        return session(access, request -> {
            throw new RequestRefusedException(ErrorCode.NOT_SUPPORTED, PASSED);
        });
    }

    @Override
    public boolean isAllowed(String call, ClientAccess access) {
        String answer = answer(session(access), words(call));
        if (answer.startsWith("-NOPERM ") || answer.startsWith("-NOAUTH ")) {
            return false;
        }
        if (!asksService(call) || answer.contains(PASSED)) {
            return true;
        }
        throw new AssertionError("a command must lack nothing but rights: " + call + " -> " + answer);
    }

    @Override
    public Client connect(ClientAccess access) {
        RespSession session = session(access, AT_ONCE);
        return (call, token) -> {
            String words = token == null
                    ? words(call)
                    : switch (call) {
                        case "AUTH" -> "AUTH " + token;
                        case "HELLO" -> "HELLO 3 SETNAME c AUTH default " + token;
                        default -> words(call);
                    };
            String answer = answer(session, words);
            return answer.contains(PASSED) || !answer.startsWith("-");
        };
    }

    private CommandTable.Row row(String call) {
        return commands.table().find(call.replace(BY_NUMBER, "")).orElseThrow();
    }

    private boolean asksService(String call) {
        return row(call).work() instanceof CommandTable.ByService;
    }

    private String words(String call) {
        CommandTable.Row row = row(call);
        String arguments = asksService(call) ? ARGUMENTS.get(call) : " x".repeat(Math.abs(row.arity()) - 1);
        if (arguments == null) {
            throw new AssertionError("a command must lack nothing but rights, and has no arguments: " + call);
        }
        return row.name() + " " + arguments;
    }

    private RespSession session(ClientAccess access, Responder service) {
        return new RespSession(
                service,
                commands,
                new Connection(1, Optional::empty, access),
                new RequestCounters(),
                new UnpooledByteBufAllocator(false, true));
    }

    private static String answer(RespSession session, String words) {
        session.append(Unpooled.copiedBuffer(RespExchange.array(words.strip().split(" +")), ISO_8859_1));
        ByteBuf out = Unpooled.buffer();
        var unused = session.answerNext(out);
        return out.toString(ISO_8859_1);
    }
}
