package io.snowkeeper.springtest.jpa;

import io.snowkeeper.spring.transaction.TransactionNumbers;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** An application that writes invoices. */
@SpringBootApplication
class JpaApplication {

    /** Invoices without gaps. */
    @Service
    static class Invoices {

        private final InvoiceRepository repository;
        private final TransactionNumbers numbers;

        Invoices(InvoiceRepository repository, TransactionNumbers numbers) {
            this.repository = repository;
            this.numbers = numbers;
        }

        @Transactional
        public Invoice write(String text) {
            return repository.save(new Invoice(numbers.next("invoices"), text));
        }

        @Transactional
        public Invoice writeAndFail(String text) {
            write(text);
            throw new IllegalStateException("the application fails");
        }

        /** Fails when it is written: at the commit. */
        @Transactional
        public void writeWithTheNumberOf(Invoice other) {
            repository.save(new Invoice(other.number(), "receipt " + numbers.next("receipts")));
        }

        /** Fails when it is written: before the commit. */
        @Transactional
        public void writeAtOnceWithTheNumberOf(Invoice other) {
            repository.saveAndFlush(new Invoice(other.number(), "receipt " + numbers.next("receipts")));
        }

        @Transactional
        public Invoice writeFor(String order) {
            return repository.save(new Invoice(numbers.next("invoices", order), order));
        }
    }

    @Bean
    static StatementCount statementCount() {
        return new StatementCount();
    }
}
