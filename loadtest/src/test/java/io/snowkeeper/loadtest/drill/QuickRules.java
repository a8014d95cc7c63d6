package io.snowkeeper.loadtest.drill;

import io.snowkeeper.testkit.repository.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The shipped rules with durations of a tenth, but a wait takes 10 s at most and a look back 30 s, at a node's
 * starts 60 s; only durations of days stay. A window of the nodes takes 12 s in place of 60.
 */
final class QuickRules {

    private static final int SCALE = 10;
    private static final int LONGEST_WAIT = 10;
    private static final int LONGEST_RANGE = 30;
    private static final Pattern WAIT = Pattern.compile("for: (\\d+)([smhd])\\b");
    private static final Pattern RANGE = Pattern.compile("\\[(\\d+)([smh])(:5m)?]");
    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3600, "d", 86_400);

    private QuickRules() {}

    /** Writes them to a folder. */
    static Path write(Path folder) throws IOException {
        String rules = Files.readString(Repository.file("deploy/prometheus/snowkeeper.rules.yml"));
        rules = WAIT.matcher(rules).replaceAll(given -> "for: " + shorter(given, LONGEST_WAIT));
        rules = RANGE.matcher(rules)
                .replaceAll(given -> "[" + shorter(given, LONGEST_RANGE) + (given.group(3) == null ? "]" : ":1s]"));
        return Files.writeString(
                folder.resolve("rules.yml"),
                rules.replace("time() < 20 and", "time() < 4 and")
                        .replace("> 15 * 60", "> 15")
                        // On a busy machine, three starts take longer than 30 s.
                        .replace("process_start_time_seconds[30s]", "process_start_time_seconds[60s]"));
    }

    private static String shorter(MatchResult duration, int most) {
        int seconds = Integer.parseInt(duration.group(1)) * SECONDS.get(duration.group(2)) / SCALE;
        return Math.max(1, Math.min(most, seconds)) + "s";
    }
}
