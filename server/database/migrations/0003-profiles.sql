-- What a participant tells about themselves for one event.

create type gender as enum ('Male', 'Female');
create type nationality as enum ('Pakistani', 'Foreigner');
create type participant_type as enum ('Student', 'Nurse', 'Others');
create type presenter_type as enum ('Attendee', 'Presenter');

-- The limits are those of contract/profile-fields.ts; a test compares them.
create table profile (
  applicant_id int primary key references applicant,
  name text not null check (char_length(name) between 1 and 50),
  father_name text not null check (char_length(father_name) between 1 and 50),
  gender gender not null,
  nationality nationality not null,
  participant_type participant_type not null,
  presenter_type presenter_type not null,
  pmdc_reg text not null check (char_length(pmdc_reg) <= 50),
  designation text not null check (char_length(designation) <= 200),
  institution text not null check (char_length(institution) <= 200),
  faculty text not null check (char_length(faculty) <= 50),
  department text not null check (char_length(department) <= 200),
  address text not null check (char_length(address) between 1 and 500),
  country text not null check (char_length(country) between 1 and 100),
  city text not null check (char_length(city) between 1 and 100),
  post_code text not null check (char_length(post_code) between 1 and 10),
  mobile text not null check (char_length(mobile) between 1 and 15),
  phone text not null check (char_length(phone) <= 16),
  fax text not null check (char_length(fax) <= 30),
  alt_email text not null check (char_length(alt_email) <= 100),
  -- Where the picture is kept. A new picture has a new key: whoever reads the old one meanwhile gets it whole.
  photo_key text not null unique check (photo_key ~ '^photos/[0-9a-f]{2}/[0-9a-f]{30}$'),
  photo_changed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
