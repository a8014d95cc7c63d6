package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/** The classes of a jar, and which class each of them refers to, as the JDK's {@code jdeps} reads them. */
final class ClassReferences {

    /** Such as {@code   17/a.b.C -> d.E   snowkeeper.jar}, where a number is the Java version of a class. */
    private static final Pattern REFERENCE = Pattern.compile("^ +(?:\\d+/)?(\\S+) +-> (?:\\d+/)?(\\S+) +(.+)$");

    private final Map<String, Set<String>> references = new HashMap<>();
    private final Set<String> missing = new TreeSet<>();

    private ClassReferences() {}

    static ClassReferences of(File jar) {
        StringWriter out = new StringWriter();
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        "--multi-release",
                        "17",
                        "-verbose:class",
                        "-filter:none",
                        jar.toString());
        assertThat(status).as(out.toString()).isZero();
        ClassReferences all = new ClassReferences();
        out.toString().lines().map(REFERENCE::matcher).filter(Matcher::matches).forEach(all::add);
        return all;
    }

    private void add(Matcher reference) {
        references.computeIfAbsent(reference.group(1), from -> new TreeSet<>()).add(reference.group(2));
        if (reference.group(3).strip().equals("not found")) {
            missing.add(reference.group(2));
        }
    }

    /** Returns the classes at which one comes from those that {@code start} takes, from reference to reference. */
    Set<String> reachedFrom(Predicate<String> start) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next =
                new ArrayDeque<>(references.keySet().stream().filter(start).toList());
        while (!next.isEmpty()) {
            String name = next.pop();
            if (reached.add(name)) {
                next.addAll(references.getOrDefault(name, Set.of()));
            }
        }
        return reached;
    }

    /** Returns those of the classes that are neither in the jar nor in the JDK. */
    Set<String> missingFor(Set<String> reached) {
        Set<String> found = new TreeSet<>(missing);
        found.retainAll(reached);
        return found;
    }
}
