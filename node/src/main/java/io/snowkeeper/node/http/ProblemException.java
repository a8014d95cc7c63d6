package io.snowkeeper.node.http;

/** Ends the handling of a request with a problem. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    static ProblemException malformed(String detail) {
        return new ProblemException(Problem.malformed(detail));
    }

    Problem problem() {
        return problem;
    }
}
