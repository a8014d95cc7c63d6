package io.snowkeeper.redistest;

import java.util.List;
import java.util.stream.Collectors;

/** A program's output: a word for the kind, and the answer. */
record Conversation(List<String> lines) {

    List<String> of(String kind) {
        return lines.stream()
                .filter(line -> line.startsWith(kind + " "))
                .map(line -> line.substring(kind.length() + 1))
                .toList();
    }

    List<Long> numbers(String kind) {
        return of(kind).stream()
                .flatMap(line -> List.of(line.split(" ")).stream())
                .map(Long::valueOf)
                .collect(Collectors.toList());
    }
}
