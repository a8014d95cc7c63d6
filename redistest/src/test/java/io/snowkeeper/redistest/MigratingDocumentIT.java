package io.snowkeeper.redistest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The commands of docs/migrating.md, done one after the other in a shell, say what the document says. */
class MigratingDocumentIT {

    private static final String PROMPT = "$ ";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private int status;

    @Test
    void eachCommandSaysWhatTheDocumentSays() throws Exception {
        List<String> lines = console();
        assertThat(lines.stream().filter(line -> line.startsWith(PROMPT))).hasSizeGreaterThan(8);
        try (RedisServer redis = RedisServer.start(Files.createDirectory(folder.resolve("redis")));
                ProcessFleet fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")))) {
            fleet.serve("n1").awaitWorkerId();
            try (Jedis application = redis.connect()) {
                application.set("seq:orders", "4711");
                application.set("seq:invoices", "311");
                application.set("seq:motto", "count on us");
                application.set("visits", "5");
            }
            List<String> said = new ArrayList<>();
            for (String line : lines) {
                if (line.startsWith(PROMPT)) {
                    said.add(line);
                    said.addAll(run(line.substring(PROMPT.length()), redis, fleet));
                }
            }
            assertThat(said).isEqualTo(lines);
        }
    }

    /** Returns the lines of all blocks. */
    private static List<String> console() throws IOException {
        Matcher block = Pattern.compile("^```console\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "migrating.md")));
        List<String> lines = new ArrayList<>();
        while (block.find()) {
            lines.addAll(block.group(1).lines().toList());
        }
        return lines;
    }

    private List<String> run(String command, RedisServer redis, ProcessFleet fleet) throws Exception {
        if (command.equals("echo $?")) {
            return List.of(Integer.toString(status));
        }
        String here = command.replace("redis://redis1", redis.url())
                .replace("redis-cli -h redis1", "redis-cli -p " + redis.port())
                .replaceFirst(
                        "^snowkeeper ",
                        Matcher.quoteReplacement("'%s' -jar '%s' "
                                .formatted(
                                        Path.of(System.getProperty("java.home"), "bin", "java"), NodeProcess.jar())));
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", here).redirectErrorStream(true);
        builder.environment().put("SNOWKEEPER_SERVER", fleet.addresses());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        status = process.waitFor();
        return output.lines().toList();
    }
}
