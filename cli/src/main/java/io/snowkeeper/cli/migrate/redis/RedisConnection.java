package io.snowkeeper.cli.migrate.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.core.text.TlsFailure;
import io.snowkeeper.node.tls.ClientTls;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** A connection to Redis that is logged in and has chosen its database. For one thread. */
final class RedisConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;

    /** What is read of the replies to one round of commands: names of a thousand keys, and the heads of their values. */
    static final int MAX_REPLY_BYTES = 64 << 20;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final RespCodec codec = new RespCodec();
    private final byte[] buffer = new byte[16 << 10];

    private RedisConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = new BufferedOutputStream(socket.getOutputStream());
    }

    /** @throws IOException if it cannot be reached, or refuses the login or the database */
    static RedisConnection open(RedisAddress address, SSLContext tls) throws IOException {
        Socket plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            RedisConnection connection = new RedisConnection(
                    address.tls() ? ClientTls.secure(plain, tls, address.host(), address.port()) : plain);
            connection.begin(address);
            return connection;
        } catch (SSLException e) {
            plain.close();
            throw new IOException(TlsFailure.describe(e, address.host()), e);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private void begin(RedisAddress address) throws IOException {
        if (address.password().isPresent()) {
            List<String> login = new ArrayList<>(List.of("AUTH"));
            address.user().map(RedisConnection::bytes).ifPresent(login::add);
            login.add(bytes(address.password().get()));
            require(login);
        }
        if (address.database() != 0) {
            require(List.of("SELECT", Integer.toString(address.database())));
        }
    }

    /** Returns a text as Redis has it: a character for each byte of its UTF-8. */
    static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** Returns what is done when it is, and is not to be refused. */
    RedisReply require(List<String> command) throws IOException {
        RedisReply reply = ask(List.of(command)).get(0);
        if (reply instanceof RedisReply.Refusal refusal) {
            throw new IOException("it refuses %s: %s".formatted(command.get(0), refusal.message()));
        }
        return reply;
    }

    /** Sends commands at once, and returns the reply to each. */
    List<RedisReply> ask(List<List<String>> commands) throws IOException {
        for (List<String> command : commands) {
            out.write(codec.encode(command));
        }
        out.flush();
        List<RedisReply> replies = new ArrayList<>();
        int read = 0;
        while (replies.size() < commands.size()) {
            RedisReply reply = codec.next();
            if (reply != null) {
                replies.add(reply);
                continue;
            }
            int length = in.read(buffer);
            if (length < 0) {
                throw new EOFException("it closed the connection");
            }
            read += length;
            if (read > MAX_REPLY_BYTES) {
                throw new IOException("its reply is longer than %s bytes".formatted(MAX_REPLY_BYTES));
            }
            codec.feed(buffer, length);
        }
        return replies;
    }

    @Override
    public void close() throws IOException {
        codec.close();
        socket.close();
    }
}
