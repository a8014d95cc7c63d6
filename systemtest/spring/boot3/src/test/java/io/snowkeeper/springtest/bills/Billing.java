package io.snowkeeper.springtest.bills;

import io.snowkeeper.spring.transaction.TransactionNumbers;
import io.snowkeeper.testkit.invoice.CrashPoint;
import java.util.Optional;
import org.springframework.transaction.annotation.Transactional;

/** Writes bills as docs/use/spring.md has it, and in ways that it must bear. A bill has the number of a sequence, and its order as the key. */
public abstract class Billing {

    private final TransactionNumbers numbers;
    private final Death death;

    protected Billing(TransactionNumbers numbers, Death death) {
        this.numbers = numbers;
        this.death = death;
    }

    /** Looks for the bill first. */
    @Transactional
    public void bill(String sequence, String order) {
        if (find(order).isEmpty()) {
            write(sequence, order);
        }
    }

    /** Leaves it to the database to refuse a bill that is there. */
    @Transactional
    public void billUnseen(String sequence, String order) {
        write(sequence, order);
    }

    @Transactional
    public void billAndFail(String sequence, String order) {
        write(sequence, order);
        throw new IllegalStateException("the application fails");
    }

    /** Has the number of a bill confirmed that is there, as after a start. */
    @Transactional
    public void confirm(String sequence, String order) {
        if (numbers.next(sequence, order) != find(order).orElseThrow()) {
            throw new IllegalStateException("the key was forgotten, so the number was confirmed");
        }
    }

    private void write(String sequence, String order) {
        long number = numbers.next(sequence, order);
        death.reached(CrashPoint.NUMBER_HEARD);
        insert(number, order);
    }

    /** Returns the number of an order's bill, if it is there. */
    protected abstract Optional<Long> find(String order);

    protected abstract void insert(long number, String order);
}
