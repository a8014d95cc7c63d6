package io.snowkeeper.cli.budget;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The budget of the code, from {@code budget.properties} at the top of the repository. */
final class Budget {

    static final Path REPOSITORY = Path.of("..");

    private final Properties figures = new Properties();

    private Budget() {}

    static Budget read() throws IOException {
        Budget budget = new Budget();
        try (Reader reader = Files.newBufferedReader(REPOSITORY.resolve("budget.properties"))) {
            budget.figures.load(reader);
        }
        return budget;
    }

    Properties figures() {
        return figures;
    }

    /** Requires that a figure is within its budget, and that the budget is not more than a fiftieth above it. */
    void holds(String name, long measured) {
        long allowed = Long.parseLong(requireNonNull(figures.getProperty(name), () -> "no budget: " + name));
        assertThat(measured)
                .as(
                        "%s is %d, budget.properties allows %d: take something away, or raise it with a reason in this commit",
                        name, measured, allowed)
                .isLessThanOrEqualTo(allowed);
        assertThat(allowed)
                .as("%s is %d, budget.properties allows %d: lower it to what was reached", name, measured, allowed)
                .isLessThanOrEqualTo(measured + measured / 50 + 2);
    }
}
