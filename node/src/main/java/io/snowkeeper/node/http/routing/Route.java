package io.snowkeeper.node.http.routing;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.rights.Right;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An HTTP route: a method, a path template and its action.
 *
 * @param method in capital letters
 * @param template the path; a part in braces stands for any one part
 * @param right the right that a client needs for it; for the sequence that the path names, if it names one
 */
public record Route(String method, String template, Right right, Action action) {

    /** The part of a template that stands for the name of a sequence. */
    static final String NAME = "name";

    /** The handler of a route. Never blocks. Failing with a {@link ProblemException} answers that problem. */
    @FunctionalInterface
    public interface Action {
        CompletionStage<HttpAnswer> answer(Call call);
    }

    public Route {
        requireNonNull(method);
        requireNonNull(template);
        requireNonNull(right);
        requireNonNull(action);
    }

    public static Route now(String method, String template, Right right, Function<Call, HttpAnswer> action) {
        return new Route(method, template, right, call -> CompletableFuture.completedFuture(action.apply(call)));
    }

    /** Returns the same route with something done before its action. */
    Route after(Consumer<Call> before) {
        return new Route(method, template, right, call -> {
            before.accept(call);
            return action.answer(call);
        });
    }

    /** Returns the variable parts of a path by their names; empty if the path is another one. */
    Optional<Map<String, String>> match(List<String> path) {
        List<String> parts = List.of(template.split("/", -1));
        if (parts.size() != path.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            if (part.startsWith("{") && !path.get(i).isEmpty()) {
                variables.put(part.substring(1, part.length() - 1), path.get(i));
            } else if (!part.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
