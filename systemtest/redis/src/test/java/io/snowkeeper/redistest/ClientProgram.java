package io.snowkeeper.redistest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.Extent;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program of docs/use/redis-clients.md, for one client of Redis. */
enum ClientProgram {
    REDIS_CLI("sh", "redis-cli", "ids.sh"),
    REDIS_PY("python", "import redis", "ids.py"),
    JEDIS("java", "class JedisIds ", "JedisIds.java"),
    LETTUCE("java", "class LettuceIds ", "LettuceIds.java"),
    REDISSON("java", "class RedissonIds ", "RedissonIds.java"),
    IOREDIS("js", "from \"ioredis\"", "ioredis.mjs"),
    NODE_REDIS("js", "from \"redis\"", "noderedis.mjs");

    /** Which version of the client's library a program is run with. */
    enum Version {
        OLDEST,
        NEWEST
    }

    /** Where Debian's client is made to answer as the newest does. */
    private static final Path NEWEST_PYTHON = Path.of("src", "test", "python").toAbsolutePath();

    private final String block;
    private final String mark;
    private final String file;

    ClientProgram(String block, String mark, String file) {
        this.block = block;
        this.mark = mark;
        this.file = file;
    }

    /** Returns how many programs the document has. */
    static long inDocument() throws IOException {
        return blocks().results().count();
    }

    private static Matcher blocks() throws IOException {
        return Pattern.compile("^```(sh|python|java|js)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "..", "docs", "use", "redis-clients.md")));
    }

    private String text() throws IOException {
        List<String> found = blocks().results()
                .filter(program ->
                        program.group(1).equals(block) && program.group(2).contains(mark))
                .map(program -> program.group(2))
                .toList();
        assertThat(found).as("the programs in " + block + " with " + mark).hasSize(1);
        return found.get(0);
    }

    /** Returns the versions that it is run with, in short the newest one; redis-cli is the machine's. */
    List<Version> versions() {
        return this == REDIS_CLI || !Extent.isFull() ? List.of(Version.NEWEST) : List.of(Version.values());
    }

    /** Writes it to a folder, compiles it if it is to be, and returns the command that runs it. */
    List<String> prepare(Path folder, Version version) throws IOException {
        boolean oldest = version == Version.OLDEST;
        Path into = Files.createDirectories(folder.resolve(version.name().toLowerCase(Locale.ROOT)));
        // The names under which package.json has the oldest ones.
        String text = block.equals("js") && oldest ? text().replaceFirst("(from \"\\w+)\"", "$1-oldest\"") : text();
        Path program = Files.writeString(into.resolve(file), text);
        return switch (block) {
            case "sh" -> List.of("sh", program.toString());
            // Debian's, which has the client; another one in the path may not.
            case "python" ->
                oldest
                        ? List.of("/usr/bin/python3", program.toString())
                        : List.of("env", "PYTHONPATH=" + NEWEST_PYTHON, "/usr/bin/python3", program.toString());
            case "js" -> List.of("node", program.toString());
            default -> compiled(program, oldest ? pathOfOldest() : System.getProperty("java.class.path"));
        };
    }

    /** The oldest client in place of the newest, beside what that one brings. */
    private String pathOfOldest() throws IOException {
        try (Stream<Path> oldest = Files.list(Path.of("target", "oldest"))) {
            List<String> clients =
                    oldest.map(jar -> jar.toAbsolutePath().toString()).toList();
            String others = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> !entry.matches(".*/(jedis|lettuce-core|redisson)-[^/]*\\.jar"))
                    .collect(Collectors.joining(File.pathSeparator));
            return String.join(File.pathSeparator, clients) + File.pathSeparator + others;
        }
    }

    private static List<String> compiled(Path program, String path) {
        String folder = program.getParent().toString();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, messages, messages, "-d", folder, "-classpath", path, program.toString());
        assertThat(status).as(messages.toString(UTF_8)).isZero();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                folder + File.pathSeparator + path));
        command.add(program.getFileName().toString().replace(".java", ""));
        return command;
    }

    /** Returns whether the client can send commands that Redis does not have. */
    boolean asksForIds() {
        return this != REDISSON;
    }
}
