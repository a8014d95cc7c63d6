package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.stream.StreamSession;
import java.util.List;
import java.util.Optional;

/** A client of a session, without a connection. Untaken answers are left to the garbage collector. */
final class RespExchange {

    final FakeNode node = new FakeNode();
    final RequestCounters tally = new RequestCounters();
    final RespSession session;

    RespExchange() {
        this(Peer.THIS_MACHINE, Optional.empty(), false);
    }

    RespExchange(Peer peer, Optional<FileWatch<?, AdminToken>> token, boolean createsBlocks) {
        this(
                new AccessControl("redis", new SecuritySettings(token)).connected(peer, List::of, Optional::empty),
                createsBlocks);
    }

    RespExchange(ClientAccess access, boolean createsBlocks) {
        session = new RespSession(
                node,
                new CommandSet(100_000, createsBlocks),
                new Connection(7, () -> Optional.of("192.0.2.7"), access),
                tally,
                new UnpooledByteBufAllocator(false, true));
    }

    /** Returns a command as clients send it. */
    static String array(String... parts) {
        StringBuilder command = new StringBuilder("*" + parts.length + "\r\n");
        for (String part : parts) {
            command.append('$')
                    .append(part.length())
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        return command.toString();
    }

    /** Sends a command of words, and returns its answer. */
    String ask(String words) {
        return send(array(words.split(" ")));
    }

    /** Sends bytes, each a character, and returns the answers. */
    String send(String bytes) {
        return send(bytes.getBytes(ISO_8859_1), 0, bytes.length());
    }

    String send(byte[] bytes, int from, int length) {
        session.append(Unpooled.copiedBuffer(bytes, from, length));
        return answers();
    }

    /** Ends the client's side. */
    String end() {
        session.endInput();
        return answers();
    }

    /** Goes on as far as is possible, and returns the answers. */
    String answers() {
        ByteBuf out = Unpooled.buffer();
        StreamSession.Step step;
        do {
            step = session.answerNext(out);
            if (step == StreamSession.Step.PENDING
                    && session.advance()
                    && session.pending().answer() != null) {
                step = StreamSession.Step.ANSWERED;
            }
        } while (step == StreamSession.Step.ANSWERED);
        return out.toString(ISO_8859_1);
    }
}
