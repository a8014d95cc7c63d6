package io.snowkeeper.cli.migrate.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import javax.net.ServerSocketFactory;

/** A server that answers what a test says, as bytes of Redis' protocol; by default, an empty Redis. */
public final class FakeRedis implements AutoCloseable {

    private final ServerSocket server;
    private final Map<String, Function<List<String>, String>> replies = new LinkedHashMap<>();
    private final ConcurrentLinkedQueue<List<String>> commands = new ConcurrentLinkedQueue<>();

    private FakeRedis(ServerSocket server) {
        this.server = server;
        reply("DBSIZE", ":0\r\n");
        reply("SCAN", page("0"));
        Thread thread = new Thread(this::serve, "fake-redis");
        thread.setDaemon(true);
        thread.start();
    }

    public static FakeRedis start() throws IOException {
        return start(ServerSocketFactory.getDefault());
    }

    static FakeRedis start(ServerSocketFactory sockets) throws IOException {
        ServerSocket server = sockets.createServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new FakeRedis(server);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Returns what was asked, in its order. */
    public List<List<String>> commands() {
        return List.copyOf(commands);
    }

    /** Answers a command in this way from now on; an empty text closes the connection. */
    public synchronized FakeRedis reply(String command, String reply) {
        return reply(command, words -> reply);
    }

    public synchronized FakeRedis reply(String command, Function<List<String>, String> reply) {
        replies.put(command, reply);
        return this;
    }

    /** Has it keep these keys with these values, none of which expires. */
    public FakeRedis holding(Map<String, String> values) {
        reply("DBSIZE", ":" + values.size() + "\r\n");
        reply("SCAN", page("0", values.keySet().toArray(String[]::new)));
        reply("PTTL", ":-1\r\n");
        return reply("GETRANGE", words -> bulk(values.getOrDefault(words.get(1), "")));
    }

    static String bulk(String text) {
        return "$%d\r\n%s\r\n".formatted(text.length(), text);
    }

    static String page(String cursor, String... keys) {
        StringBuilder page = new StringBuilder("*2\r\n" + bulk(cursor) + "*" + keys.length + "\r\n");
        for (String key : keys) {
            page.append(bulk(key));
        }
        return page.toString();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                answer(socket);
            } catch (IOException e) {
                // A client that has gone, or the end of the test.
            }
        }
    }

    private void answer(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        while (true) {
            List<String> words = new ArrayList<>();
            int count = header(in, '*');
            for (int i = 0; i < count; i++) {
                byte[] word = new byte[header(in, '$')];
                in.readFully(word);
                in.readFully(new byte[2]);
                words.add(new String(word, ISO_8859_1));
            }
            commands.add(words);
            String reply;
            synchronized (this) {
                reply = replies.getOrDefault(words.get(0), asked -> "-ERR unknown command '" + asked.get(0) + "'\r\n")
                        .apply(words);
            }
            if (reply.isEmpty()) {
                return;
            }
            out.write(reply.getBytes(ISO_8859_1));
        }
    }

    private static int header(DataInputStream in, char kind) throws IOException {
        if (in.readUnsignedByte() != kind) {
            throw new IOException("no command");
        }
        StringBuilder digits = new StringBuilder();
        for (int next = in.readUnsignedByte(); next != '\r'; next = in.readUnsignedByte()) {
            digits.append((char) next);
        }
        in.readUnsignedByte();
        return Integer.parseInt(digits.toString());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
